import { Download, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClosedAccount } from '../../lib/session/account-record.ts';
import { useUnsentVisits } from '../../lib/sync/queue.ts';
import { useOpenVisits } from '../../lib/visit/open-visits.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Heading, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { SavingNotice, useSaveToFile } from '../queue/SaveToFile.tsx';

interface ClosedScreenProps extends ClosedAccount {
  backButton: ReactNode;
  onTryAgain: () => void;
}

export default function ClosedScreen({ officePhone, backButton, onTryAgain }: ClosedScreenProps) {
  const say = useWords();
  const unsent = useUnsentVisits();
  const begun = useOpenVisits()?.size ?? 0;
  const saving = useSaveToFile();
  const unsaved = unsent?.filter(({ isSavedToFile }) => !isSavedToFile) ?? [];
  return (
    <Screen
      foot={
        <Actions>
          {officePhone && (
            <LinkButton href={`tel:${officePhone.replace(/[^+\d]/g, '')}`}>
              <Phone aria-hidden className="icon-small" />
              {say('closed.call', { phone: officePhone })}
            </LinkButton>
          )}
          <span className="flex basis-full gap-2">
            {backButton}
            {unsaved.length > 0 && (
              <Button kind="go" onClick={() => saving.save(unsaved.map(({ visitId }) => visitId))}>
                <Download aria-hidden className="icon" />
                {say('closed.save')}
              </Button>
            )}
          </span>
        </Actions>
      }
    >
      <Heading>{say('closed')}</Heading>
      <p className="mt-2">{say(officePhone ? 'closed.whyCall' : 'closed.why')}</p>
      <SavingNotice {...saving} />
      {unsaved.length > 0 && (
        <div className="mt-4">
          <Notice kind="warning" title={say.count('closed.unsent', unsaved.length)}>
            {say.count('closed.unsentHint', unsaved.length)}
          </Notice>
        </div>
      )}
      {begun > 0 && <p className="mt-4 font-semibold">{say('closed.begun')}</p>}
      <Button kind="text" className="mt-4" onClick={onTryAgain}>
        {say('closed.again')}
      </Button>
    </Screen>
  );
}
