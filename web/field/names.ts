/** What fields are called for people who do not see the page, where the page gives them no name; by language. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    number: "Kartennummer",
    securityCode: "Prüfnummer",
    expiryMonth: "Ablaufmonat",
    expiryYear: "Ablaufjahr",
    nameOnCard: "Name auf der Karte",
  },
  el: {
    number: "Αριθμός κάρτας",
    securityCode: "Κωδικός ασφαλείας",
    expiryMonth: "Μήνας λήξης",
    expiryYear: "Έτος λήξης",
    nameOnCard: "Όνομα στην κάρτα",
  },
  en: {
    number: "Card number",
    securityCode: "Security code",
    expiryMonth: "Expiry month",
    expiryYear: "Expiry year",
    nameOnCard: "Name on card",
    pin: "PIN",
    accountType: "Account type",
    bankAccountHolder: "Account holder",
    bankAccountNumber: "Account number",
    bankAccountNumberConfirmation: "Account number again",
    routingNumber: "Routing number",
    transitNumber: "Transit number",
    financialInstitutionNumber: "Institution number",
  },
  es: {
    number: "Número de tarjeta",
    securityCode: "Código de seguridad",
    expiryMonth: "Mes de vencimiento",
    expiryYear: "Año de vencimiento",
    nameOnCard: "Nombre en la tarjeta",
  },
  fr: {
    number: "Numéro de carte",
    securityCode: "Code de sécurité",
    expiryMonth: "Mois d’expiration",
    expiryYear: "Année d’expiration",
    nameOnCard: "Nom sur la carte",
  },
  it: {
    number: "Numero della carta",
    securityCode: "Codice di sicurezza",
    expiryMonth: "Mese di scadenza",
    expiryYear: "Anno di scadenza",
    nameOnCard: "Nome sulla carta",
  },
  ja: {
    number: "カード番号",
    securityCode: "セキュリティコード",
    expiryMonth: "有効期限（月）",
    expiryYear: "有効期限（年）",
    nameOnCard: "カード名義人",
  },
  pl: {
    number: "Numer karty",
    securityCode: "Kod zabezpieczający",
    expiryMonth: "Miesiąc ważności",
    expiryYear: "Rok ważności",
    nameOnCard: "Imię i nazwisko na karcie",
  },
  pt: {
    number: "Número do cartão",
    securityCode: "Código de segurança",
    expiryMonth: "Mês de validade",
    expiryYear: "Ano de validade",
    nameOnCard: "Nome no cartão",
  },
  ro: {
    number: "Numărul cardului",
    securityCode: "Cod de securitate",
    expiryMonth: "Luna expirării",
    expiryYear: "Anul expirării",
    nameOnCard: "Numele de pe card",
  },
  zh: {
    number: "卡号",
    securityCode: "安全码",
    expiryMonth: "有效期（月）",
    expiryYear: "有效期（年）",
    nameOnCard: "持卡人姓名",
  },
};

/** Languages are named as `fr_CA`, or by their first two letters alone. */
export function nameIn(locale: string, role: string): string {
  return NAMES[locale.slice(0, 2)]?.[role] ?? NAMES["en"]?.[role] ?? role;
}
