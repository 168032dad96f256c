import { goBack } from '../../../lib/address.ts';
import { confirmAtDoor } from '../../../lib/place/place-of-visit.ts';
import { Choices } from '../../../ui/Choices.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

/**
 * Asks whether the agent is at the door, because a GPS fix from the way to the door must not become the place
 * of the visit.
 */
export function DoorQuestion({ step, onAnswer }: { step: string; onAnswer: () => void }) {
  const say = useWords();
  const { draft, save, go } = useVisit();
  const toTask = () => goBack(`/task/${draft.task.id}`);
  const answer = async (value: 'yes' | 'left' | 'notYet') => {
    if (value === 'notYet') return toTask();
    if (value === 'left') return onAnswer();
    const now = new Date();
    if (!(await save((before) => confirmAtDoor(before, now)))) return undefined;
    // Opens the place step as a detour, so that the agent returns to the present step afterwards.
    if (step !== 'where') go('where', undefined, { detour: true });
    return onAnswer();
  };
  return (
    <VisitFrame step="where" isLow actions={<span />} onBack={toTask}>
      <Heading>{say('door')}</Heading>
      <p className="mt-1 text-muted">{say('door.hint')}</p>
      <Choices
        className="to-thumb pt-4"
        label={say('door')}
        choices={[
          { value: 'yes', label: say('door.yes') },
          { value: 'left', label: say('door.left') },
          { value: 'notYet', label: say('door.notYet') },
        ]}
        chosen={[]}
        onChoose={(value) => void answer(value)}
      />
    </VisitFrame>
  );
}
