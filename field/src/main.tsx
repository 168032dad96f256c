import './styles/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');
createRoot(container).render(<App />);
