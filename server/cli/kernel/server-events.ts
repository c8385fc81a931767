/** An event of a stream (HTML, section 9.2), as the sandbox writes them: its type, and its data on one line. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** The events of a stream as they come; what the stream itself breaks with goes to `onBreak`. */
export async function* eventsIn(
  stream: AsyncIterable<Uint8Array>,
  onBreak: (error: unknown) => never,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of stream) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.flatMap(eventOf);
    }
  } catch (error) {
    onBreak(error);
  }
}

/** Nothing of a block without data: a sign of life, or when to come back. */
function eventOf(block: string): readonly ServerEvent[] {
  const data = /^data: (.*)$/m.exec(block)?.[1];
  return data === undefined ? [] : [{ type: /^event: (.*)$/m.exec(block)?.[1] ?? "message", data }];
}
