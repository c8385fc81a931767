/**
 * The cards of the emulator, by hand from the published table: the number, its purpose, whether there is a hidden page
 * before, the status letter, its reason, the ECI and the token.
 */
const TABLE = `
  5123450000000008    | Mastercard, a challenge              | y | C      | -  | -  | -
  2223000000000007    | Mastercard, a challenge              | y | C      | -  | -  | -
  5123456789012346    | Mastercard, no friction              | y | Y      | -  | 02 | M
  5555555555000018    | Mastercard, no friction              | n | Y      | -  | 02 | M
  5500005555555559    | Mastercard, attempted                | n | A      | -  | 01 | N
  5506900140100503    | Mastercard, rejected                 | n | R      | 04 | -  | -
  5123459999998221    | Mastercard, unavailable              | n | U      | -  | -  | -
  4440000009900010    | Visa, a challenge                    | n | C      | -  | -  | -
  4440000042200014    | Visa, no friction                    | y | Y      | -  | 05 | M
  4440000042200022    | Visa, attempted                      | n | A      | -  | 06 | N
  371881733404002     | American Express, a challenge        | n | C      | -  | -  | -
  371881887105009     | American Express, no friction        | y | Y      | -  | 05 | M
  5000000000000000005 | Maestro, exempt                      | n | exempt | 81 | 06 | K
  6201089999995464    | UnionPay, no friction                | y | Y      | -  | 05 | U
  6201089999991455    | UnionPay, a challenge                | y | C      | -  | -  | -
  6213249999999991208 | UnionPay, a challenge                | y | C      | -  | -  | -
  6201089999994020    | UnionPay, attempted                  | n | A      | -  | 06 | N
  6201080999990852    | UnionPay, unavailable                | n | U      | 01 | 07 | -
  6201080999990423    | UnionPay, not authenticated          | n | N      | 04 | -  | -
  3528249999991755    | JCB, a challenge                     | y | C      | -  | -  | -
  3528249999991748    | JCB, a challenge                     | n | C      | -  | -  | -
  3528249999991821    | JCB, no friction                     | y | Y      | -  | 05 | M
  3528249999981236    | JCB, rejected                        | y | R      | -  | -  | -
  3600000000000115    | Diners Club, a challenge             | y | C      | -  | -  | -
  3600000000000123    | Diners Club, a challenge             | n | C      | -  | -  | -
  3600000000000131    | Diners Club, no friction             | y | Y      | -  | 05 | M
  36721601220030      | Diners Club, no friction             | y | Y      | -  | 05 | M
  3600000000000172    | Diners Club, rejected                | y | R      | -  | -  | -
  6445644564456445    | Discover, a challenge                | y | C      | -  | -  | -
  6445644564456460    | Discover, a challenge                | n | C      | -  | -  | -
  6445644564456411    | Discover, no friction                | y | Y      | -  | 05 | M
  6587060001006370    | Discover, no friction                | y | Y      | -  | 05 | M
  6445644564456155    | Discover, rejected                   | y | R      | -  | -  | -
  6690109000011008    | Jaywan, no friction                  | y | Y      | -  | 05 | M
  6690109900000010    | Jaywan, a challenge                  | y | C      | -  | -  | -
  6690109000011024    | Jaywan, attempted                    | y | A      | -  | 06 | N
  6690109000011032    | Jaywan, unavailable                  | n | U      | 01 | 07 | -
  6690109000011040    | Jaywan, not authenticated            | y | N      | 04 | -  | -
  5175540000050008    | Jaywan, no friction                  | y | Y      | -  | 02 | M
  5175540000050099    | Jaywan, a challenge                  | y | C      | -  | -  | -
  4439130000050003    | Jaywan, no friction                  | y | Y      | -  | 05 | M
  4439130000050011    | Jaywan, a challenge                  | y | C      | -  | -  | -
  2205939999992560    | PayPak, no friction                  | y | Y      | -  | 02 | M
  2205789999999978    | PayPak, no friction                  | n | Y      | -  | 02 | M
  2205729999994371    | PayPak, no friction                  | n | Y      | -  | 02 | M
  2205459999997832    | PayPak, a challenge                  | y | C      | -  | -  | -
  2205439999999541    | PayPak, a challenge                  | y | C      | -  | -  | -
  2205589999999485    | PayPak, a challenge                  | n | C      | -  | -  | -
  2205819999992101    | PayPak, a challenge                  | n | C      | -  | -  | -
  2206409999999295    | PayPak, attempted                    | y | A      | -  | 01 | N
  2206389999998630    | PayPak, rejected                     | y | R      | 04 | -  | -
  2205689999997123    | PayPak, unavailable                  | y | U      | -  | -  | -
  5391979999999014    | ITMX, no friction                    | y | Y      | -  | 02 | M
  5594509999999006    | ITMX, no friction                    | y | Y      | -  | 02 | M
  5297649999999000    | ITMX, a challenge                    | y | C      | -  | -  | -
  5391979999999048    | ITMX, attempted                      | y | A      | -  | 01 | N
  5391979999999055    | ITMX, not authenticated              | y | N      | 04 | -  | -
  4013679999999011    | ITMX, no friction                    | y | Y      | -  | 05 | M
  4215849999999008    | ITMX, no friction                    | y | Y      | -  | 05 | M
  4943129999999004    | ITMX, a challenge                    | y | C      | -  | -  | -
  4013679999999045    | ITMX, attempted                      | y | A      | -  | 06 | N
  4013679999999052    | ITMX, not authenticated              | y | N      | 04 | -  | -
`;

const TOKENS: Readonly<Record<string, string>> = {
  K: "kNyn+7YFi1EUAREAAAAvNUe6Hv8=",
  M: "mHyn+7YFi1EUAREAAAAvNUe6Hv8=",
  N: "nHyn+7YFi1EUAREAAAAvNUe6Hv8=",
  U: "ABCQAwUANHQYQoQYARWTUEFnAAA=",
};

export interface CardCase {
  readonly number: string;
  readonly purpose: string;
  readonly method: string;
  readonly letter: "A" | "C" | "N" | "R" | "U" | "Y" | "exempt";
  readonly reason: string | undefined;
  readonly eci: string | undefined;
  readonly token: string | undefined;
}

const given = (text: string | undefined): string | undefined => (text === "-" ? undefined : text);

export const CARDS: readonly CardCase[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [number = "", purpose = "", method = "", letter, reason, eci, token = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    return {
      number,
      purpose,
      method,
      letter: letter as CardCase["letter"],
      reason: given(reason),
      eci: given(eci),
      token: TOKENS[token],
    };
  });

/** Those with which an operation fails, by the operation. */
export const ERRORS_OF_INITIATION = ["5210760000000004", "2205919999999930"];
export const ERRORS_OF_PAYER = ["5455031257390496", "5455031252665454", "2205609999999655"];
export const CARDS_WITH_ERRORS = [...ERRORS_OF_INITIATION, ...ERRORS_OF_PAYER];

/** Those that are known in apps alone. */
export const CARDS_OF_APPS = ["2223000000000023", "5111111111111118"];
