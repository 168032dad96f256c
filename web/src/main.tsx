import './styles/theme.css';
import './styles/inputs.css';
import './styles/pieces.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadConfig } from './lib/config.ts';
import { applyTheme } from './lib/theme.ts';
import { createAppRouter } from './routes.tsx';

applyTheme();
const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
const router = createAppRouter();
await loadConfig();
createRoot(container).render(<App router={router} />);
