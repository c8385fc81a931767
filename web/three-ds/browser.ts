/** The payer's browser, as AUTHENTICATE_PAYER takes it. */
export function deviceOf(): object {
  return {
    browser: navigator.userAgent.slice(0, 2048),
    browserDetails: {
      "3DSecureChallengeWindowSize": "FULL_SCREEN",
      acceptHeaders: "application/json",
      colorDepth: screen.colorDepth,
      javaEnabled: false,
      language: navigator.language,
      screenHeight: screen.height,
      screenWidth: screen.width,
      timeZone: new Date().getTimezoneOffset(),
    },
  };
}
