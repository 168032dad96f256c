// Not part of the app's script, which may be the file that does not come. Not a module: modules wait for the style sheets.
// An element of class `late` only says that a screen is still awaited.
const isScreenThere = () => document.querySelector('#root > .phone > :not(.late)') !== null;
let wasShown = isScreenThere();
const watch = new MutationObserver(() => {
  if (!isScreenThere()) return;
  wasShown = true;
  watch.disconnect();
});
if (!wasShown) watch.observe(document, { childList: true, subtree: true });
setTimeout(() => {
  watch.disconnect();
  // Once in use, the app is let alone, also where its next screen is awaited just then.
  if (wasShown) return;
  // The phone has all of the app and shows nothing of it: it is opened once more. Elsewhere the network may only be slow.
  const isFirst = performance.getEntriesByType('navigation')[0]?.type !== 'reload';
  if (isFirst && navigator.serviceWorker?.controller) {
    location.reload();
    return;
  }
  // A style sheet in the head that gives no answer holds up all of the page. At its end it holds up nothing.
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    if (link.sheet) continue;
    document.body.append(link.cloneNode());
    link.remove();
  }
}, 8_000);
