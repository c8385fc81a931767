/** What a format needs to know beside the report. */
export interface Presentation {
  /** Of this program. */
  readonly version: string;
  /** Columns of the terminal. */
  readonly width: number;
  readonly isColoured: boolean;
}

export const TOOL = "gateway-sandbox";
