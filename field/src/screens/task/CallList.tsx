import type { AgentCall } from '@doorstep/contract/visits/calls';
import { useWords } from '../../words/use-words.ts';
import { Part } from '../Part.tsx';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';

export function CallList({ calls }: { calls: readonly AgentCall[] }) {
  const say = useWords();
  const now = useNow();
  return (
    <Part label={say.count('task.called', calls.length)}>
      <ul className="grid gap-1">
        {calls.map(({ id, at, result, appointment_at, by }) => (
          <li key={id} className="first-letter:uppercase">
            {momentInWords(at, now, say)},{' '}
            <b>
              {appointment_at
                ? say('call.appointmentAt', { time: momentInWords(appointment_at, now, say) })
                : say(`call.${result}`)}
            </b>
            {by && ` · ${by}`}
          </li>
        ))}
      </ul>
    </Part>
  );
}
