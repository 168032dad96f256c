import { skipReasons } from '@doorstep/contract/visits/manifest';
import { Choices } from '../../../ui/Choices.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { missingPhotos } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

export function SkipStep({ subject }: { subject: string }) {
  const say = useWords();
  const { draft, plan, save, go, goBack } = useVisit();
  const missing = missingPhotos(draft, plan).subjects;
  const shows = plan.photos.wanted.find((one) => one === subject);
  const onBack = () => goBack('skip');
  if (!shows) {
    return (
      <VisitFrame step="photos" isLow onBack={onBack} actions={<span />}>
        <Heading>{say('skip')}</Heading>
        <Choices
          className="to-thumb"
          label={say('skip')}
          choices={missing.map((value) => ({ value, label: say(`shows.${value}`) }))}
          chosen={[]}
          onChoose={(value) => go('skip', value, { replace: true })}
        />
      </VisitFrame>
    );
  }
  const before = draft.skipped.find((skipped) => skipped.shows === shows);
  const choose = async (reason: (typeof skipReasons)[number] | 'undo') => {
    await save((current) => {
      const others = current.skipped.filter((skipped) => skipped.shows !== shows);
      return { ...current, skipped: reason === 'undo' ? others : [...others, { shows, reason }] };
    });
    onBack();
  };
  return (
    <VisitFrame step="photos" isLow onBack={onBack} actions={<span />}>
      <Heading>{say('skip.why', { name: say(`shows.${shows}`) })}</Heading>
      <Choices
        className="to-thumb"
        label={say('skip.why', { name: say(`shows.${shows}`) })}
        choices={[
          ...skipReasons.map((value) => ({ value, label: say(`skip.${value}`) })),
          ...(before ? [{ value: 'undo' as const, label: say('skip.undo') }] : []),
        ]}
        chosen={before ? [before.reason] : []}
        onChoose={(reason) => void choose(reason)}
      />
    </VisitFrame>
  );
}
