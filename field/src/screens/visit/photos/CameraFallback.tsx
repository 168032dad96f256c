import { Camera } from 'lucide-react';
import { useId } from 'react';
import type { CameraFailure } from '../../../lib/capture/open-camera.ts';
import { BackButton } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Actions, Heading, Screen } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useHowToAllow } from '../use-how-to-allow.ts';

interface CameraFallbackProps {
  failure: CameraFailure;
  name: string;
  isSaving: boolean;
  hasProblem: boolean;
  onPicture: (file: File) => Promise<void>;
  onBack: () => void;
}

export function CameraFallback(props: CameraFallbackProps) {
  const { failure, name, isSaving, hasProblem, onPicture, onBack } = props;
  const say = useWords();
  const id = useId();
  const isDenied = failure === 'denied';
  const howToAllow = useHowToAllow('Camera');
  return (
    <Screen
      foot={
        <Actions>
          <BackButton label={say('back')} onClick={onBack} />
          <label
            htmlFor={id}
            className="flex min-h-14 flex-1 cursor-pointer items-center justify-center gap-2.5 rounded-lg bg-accent px-3 text-center text-lg leading-tight font-bold text-on-accent focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent"
          >
            <Camera aria-hidden className="icon" />
            {say(isSaving ? 'camera.keeping' : 'camera.app')}
            <input
              id={id}
              type="file"
              accept="image/*"
              capture="environment"
              autoComplete="off"
              className="sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file && !isSaving) void onPicture(file);
                target.value = '';
              }}
            />
          </label>
        </Actions>
      }
    >
      <Heading>{say(isDenied ? 'camera.denied' : 'camera.failed')}</Heading>
      <p className="mt-2">
        {isDenied ? `${howToAllow} ${say('camera.deniedHint')}` : say('camera.failedHint')}
      </p>
      <p className="mt-4 text-lg font-semibold">{name}</p>
      <p className="text-sm text-muted">{say('camera.appMarked')}</p>
      {hasProblem && (
        <div className="mt-4">
          <Notice kind="danger" title={say('camera.notPhoto')} isNews />
        </div>
      )}
    </Screen>
  );
}
