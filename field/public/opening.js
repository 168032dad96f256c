// This is a separate file, because the app's script may be the file that fails to load. It is not a module,
// because modules wait for the style sheets. An element with the class `late` only says that a screen is
// still loading.
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
  // Does nothing if the app has shown a screen, even if its next screen is still loading.
  if (wasShown) return;
  // If the app is stored on the phone but shows nothing, reloads it once. Doesn't reload an app that is not
  // stored, because the network may only be slow.
  const isFirst = performance.getEntriesByType('navigation')[0]?.type !== 'reload';
  if (isFirst && navigator.serviceWorker?.controller) {
    location.reload();
    return;
  }
  // Moves style sheets that have not loaded from the head to the end of the body. In the head, they would
  // block the whole page.
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    if (link.sheet) continue;
    document.body.append(link.cloneNode());
    link.remove();
  }
}, 8_000);
