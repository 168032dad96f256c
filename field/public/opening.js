// Watches the start from outside the app, which may be what does not come. Not a module: those wait for the style sheets.
setTimeout(() => {
  // The app shows something. What is `late` stands for a screen that is still awaited.
  if (document.querySelector('#root > .phone > :not(.late)')) return;
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
