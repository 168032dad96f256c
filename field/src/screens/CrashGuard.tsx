import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Actions, Heading, Screen } from '../ui/Screen.tsx';
import { useWords } from '../words/use-words.ts';

/** Shows a message and a button that reloads the app. Saved data is in the database, so it survives. */
export class CrashGuard extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const say = useWords();
  return <OpenAgain title={say('failed')} hint={say('failedHint')} />;
}

export function OpenAgain({ title, hint }: { title: string; hint: string }) {
  const say = useWords();
  return (
    <Screen
      foot={
        <Actions>
          <Button kind="go" onClick={() => location.replace('/field/')}>
            {say('reload')}
          </Button>
        </Actions>
      }
    >
      <Heading>{title}</Heading>
      <p className="mt-2">{hint}</p>
    </Screen>
  );
}
