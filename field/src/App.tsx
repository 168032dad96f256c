import { useAddress } from './lib/address.ts';
import { TodayScreen } from './screens/TodayScreen.tsx';

/** The whole app. The address says which screen. */
export function App() {
  const address = useAddress();
  switch (address) {
    default:
      return <TodayScreen />;
  }
}
