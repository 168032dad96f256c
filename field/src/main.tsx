import './styles/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
// Imported for its listeners, because the browser's offer to install comes early and only once.
import './lib/app/install.ts';
import { startWorker } from './lib/app/worker.ts';
import { lockWhenIdle } from './lib/lock/lock-when-idle.ts';
import { loadLanguage } from './words/language.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
// Hindi has separate files. If they are late or missing, the app opens in English and switches when they arrive.
const spoken = loadLanguage().catch(reportError);
const late = new Promise((resolve) => setTimeout(resolve, 2_000));
// Not awaited: later scripts import this one and would have to wait.
void Promise.race([spoken, late]).then(() => createRoot(container).render(<App />));
lockWhenIdle();
// Runs after the first screen, which must not wait for it. Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 500));
whenIdle(() => {
  import('./lib/app/background.ts').then((background) => background.startBackground(), reportError);
});
startWorker().catch(reportError);
