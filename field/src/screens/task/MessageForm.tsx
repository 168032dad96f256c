import { limits } from '@doorstep/contract/limits';
import { containsAadhaar } from '@doorstep/contract/text/aadhaar';
import { useState } from 'react';
import { isFull } from '../../lib/db/database.ts';
import { queueMessage, saveText } from '../../lib/messages/write-message.ts';
import { Button } from '../../ui/Button.tsx';
import { LongField } from '../../ui/TextField.tsx';
import { useWords } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';

interface MessageFormProps {
  taskId: number;
  draft: string;
  onTyping: () => void;
  onDone: () => void;
}

/** Stores each change of the text, so that a half-written message survives a restart. */
export function MessageForm({ taskId, draft, onTyping, onDone }: MessageFormProps) {
  const say = useWords();
  const [text, setText] = useState(draft);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<'full' | 'failed'>();
  const [isBusy, setBusy] = useState(false);
  const store = async (work: () => Promise<void>) => {
    try {
      await work();
      setFailure(undefined);
      return true;
    } catch (error) {
      setFailure(isFull(error) ? 'full' : 'failed');
      reportError(error);
      return false;
    }
  };
  const type = (value: string) => {
    onTyping();
    setText(value);
    setProblem(undefined);
    void store(() => saveText(taskId, value));
  };
  const send = async () => {
    if (isBusy) return;
    if (text.trim() === '') return setProblem(say('messages.empty'));
    if (containsAadhaar(text)) return setProblem(say('give.aadhaar'));
    setBusy(true);
    const isStored = await store(() => queueMessage(taskId, text.trim()));
    setBusy(false);
    if (!isStored) return;
    setText('');
    onDone();
  };
  return (
    <div className="grid gap-2">
      <LongField
        label={say('messages.field')}
        rows={2}
        maxLength={limits.messageLength}
        value={text}
        onValue={type}
        problem={problem}
      />
      {failure && <NotSaved problem={failure} />}
      <Button kind="alt" aria-disabled={isBusy} onClick={() => void send()}>
        {say(isBusy ? 'messages.busy' : 'messages.send')}
      </Button>
    </div>
  );
}
