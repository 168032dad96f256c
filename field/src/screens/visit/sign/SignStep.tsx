import { personMetField } from '@doorstep/contract/reports/visit-fields';
import { Check, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isFull } from '../../../lib/db/database.ts';
import { reportUnlessLocked } from '../../../lib/lock/lock.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { useAgency } from '../../../lib/session/agency.ts';
import { readPhoto } from '../../../lib/visit/photos.ts';
import { saveNoSignature, saveSignature } from '../../../lib/visit/signature.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { NotSaved } from '../../NotSaved.tsx';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { encodeSignature } from './encode-signature.ts';
import { SignaturePad } from './SignaturePad.tsx';

export function SignStep() {
  const say = useWords();
  const { draft, goOn } = useVisit();
  const { visitId, facts, signature } = draft;
  const words = useWordsOfConsent();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  /** This number grows when the paper is cleared, so that a new canvas is shown. */
  const [sheet, setSheet] = useState(0);
  // Reads only the picture that was stored when the screen opened, because later strokes are already on the
  // canvas.
  const [first] = useState(signature?.file?.sha256);
  const stored = usePicture(visitId, first);
  const last = useRef(Promise.resolve());

  /** Stores one change after another, so that an earlier picture never replaces a later one. */
  const store = async (change: () => Promise<void>) => {
    const turn = last.current.then(change);
    last.current = turn.catch(() => {});
    try {
      await turn;
      setProblem(undefined);
      return true;
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      reportUnlessLocked(error);
      return false;
    }
  };
  const sign = (canvas: HTMLCanvasElement) =>
    void store(async () => saveSignature(visitId, await encodeSignature(canvas), words));
  const answer = async (none: 'declined' | 'not_asked') => {
    if (await store(() => saveNoSignature(visitId, none, words))) goOn('sign');
  };
  const clear = async () => {
    if (await store(() => saveNoSignature(visitId, null, words))) setSheet(sheet + 1);
  };

  const name = facts[personMetField]?.trim();
  const relation = (facts.relationWithApp ?? facts.relation)?.trim();
  const isSigned = signature?.answer === 'signed';
  const isDeclined = signature?.answer === 'declined';
  return (
    <VisitFrame
      step="sign"
      isLow
      actions={
        isSigned || isDeclined ? (
          <Button kind="go" onClick={() => void last.current.then(() => goOn('sign'))}>
            {say('next')}
          </Button>
        ) : (
          <Button kind="alt" onClick={() => void answer('not_asked')}>
            {say('sign.not_asked')}
          </Button>
        )
      }
    >
      <Heading>{name ? say('sign.of', { name }) : say('sign')}</Heading>
      {relation && <p className="text-muted">{say.answer(relation)}</p>}
      {problem && (
        <div className="mt-3">
          <NotSaved problem={problem} />
        </div>
      )}
      <p className="mt-3 text-lg leading-snug">{words}</p>
      <div className="to-thumb grid max-w-[max(18rem,80dvh)] grid-cols-1 gap-2 pt-3">
        {stored === undefined ? (
          // Shows no paper until the stored picture is loaded, because a stroke on white paper would replace
          // the stored picture.
          <div className="aspect-2/1" />
        ) : (
          <SignaturePad
            key={sheet}
            label={say(isSigned ? 'sign.there' : 'sign.empty')}
            from={sheet === 0 ? stored : null}
            onStroke={sign}
          />
        )}
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
          {isSigned ? (
            <Button kind="text" onClick={() => void clear()}>
              <RotateCcw aria-hidden className="icon-small" />
              {say('sign.clear')}
            </Button>
          ) : (
            <p className="text-sm text-muted">{say('sign.here')}</p>
          )}
        </div>
        {!isSigned && (
          <Button
            kind="alt"
            className={isDeclined ? 'border-accent!' : ''}
            aria-pressed={isDeclined}
            onClick={() => void answer('declined')}
          >
            {isDeclined && <Check aria-hidden className="icon" />}
            {say('sign.declined')}
          </Button>
        )}
      </div>
    </VisitFrame>
  );
}

/** Returns the text of consent, which is stored with the signature. */
function useWordsOfConsent(): string {
  const say = useWords();
  const agent = useAccount()?.user?.name ?? '';
  const agency = useAgency();
  return say('sign.words', { by: agency ? say('sign.agentOf', { agent, agency }) : agent });
}

/** Returns the stored signature: undefined until read, null if there is none. */
function usePicture(visitId: string, sha256: string | undefined): ImageBitmap | null | undefined {
  const [picture, setPicture] = useState<ImageBitmap | null | undefined>(sha256 ? undefined : null);
  useEffect(() => {
    if (!sha256) return undefined;
    let isOver = false;
    readPhoto(visitId, sha256)
      .then((bytes) => (bytes ? createImageBitmap(new Blob([bytes])) : null))
      .then((read) => !isOver && setPicture(read), reportUnlessLocked);
    return () => {
      isOver = true;
    };
  }, [visitId, sha256]);
  return picture;
}
