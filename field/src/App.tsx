import { Screens } from './screens/Screens.tsx';

/** The whole app. */
export function App() {
  return <Screens />;
}
