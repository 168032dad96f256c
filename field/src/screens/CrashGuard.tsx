import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Actions, Heading, Screen } from '../ui/Screen.tsx';
import { useWords } from '../words/use-words.ts';

/** The error boundary: a message and a reload button. Nothing is lost, since what is kept is in the database. */
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
      <Heading>{say('failed')}</Heading>
      <p className="mt-2">{say('failedHint')}</p>
    </Screen>
  );
}
