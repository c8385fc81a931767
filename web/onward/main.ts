/**
 * A page that only leads on sends its form by itself; without this script the payer presses its button. Not before the
 * page is there, so that a frame around it tells that it was.
 */
addEventListener("load", () => {
  document.querySelector("form")?.submit();
});
