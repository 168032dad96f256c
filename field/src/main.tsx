import './styles/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
// Imported early, because the browser sends the event `beforeinstallprompt` early and only once.
import './lib/app/install.ts';
import { startWorker } from './lib/app/worker.ts';
import { lockWhenIdle } from './lib/lock/lock-when-idle.ts';
import { loadLanguage } from './words/language.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
// Only English is in this script. If another language is late, the app opens in English and switches later.
const spoken = loadLanguage().catch(reportError);
const late = new Promise((resolve) => setTimeout(resolve, 2_000));
// Uses no top-level await, because the scripts that are loaded later import this script, and would wait for
// the language too.
void Promise.race([spoken, late]).then(() => createRoot(container).render(<App />));
lockWhenIdle();
// Starts the background work when idle, because the first screen must not wait for it. Safari has no
// requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? ((start: () => void) => setTimeout(start, 500));
whenIdle(() => {
  import('./lib/app/background.ts').then((background) => background.startBackground(), reportError);
});
startWorker().catch(reportError);
