import { Screens } from './screens/Screens.tsx';

export function App() {
  return <Screens />;
}
