/** Shorter than this, the payer should know. In seconds. */
const TELLING = 300;

/** Shows the time that is left once it is short; the page itself goes when it is over. */
export function countDown(): void {
  const element = document.querySelector<HTMLElement>("[data-seconds]");
  if (element === null) return;
  const { seconds = "0", text = "" } = element.dataset;
  const end = performance.now() + Number(seconds) * 1000;
  const show = (): void => {
    const left = Math.max(0, Math.round((end - performance.now()) / 1000));
    const time = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, "0")}`;
    element.textContent = text.replace("{time}", time);
    element.hidden = left > TELLING;
  };
  show();
  setInterval(show, 1000);
}
