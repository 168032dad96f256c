import './styles/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { keepCurrent } from './lib/app/keep-current.ts';
import { startWorker } from './lib/app/worker.ts';
import { whileOpen } from './lib/lock/lock.ts';
import { lockWhenLeft } from './lib/lock/lock-when-left.ts';
import { keepSending } from './lib/sync/keep-sending.ts';
import { loadLanguage } from './words/language.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
await loadLanguage();
createRoot(container).render(<App />);
lockWhenLeft();
keepSending();
whileOpen(keepCurrent);
startWorker().catch(reportError);
