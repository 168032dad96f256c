import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Translation, WordKey } from '../words/use-words.ts';

export function sentBackWords(
  {
    sent_back,
  }: { sent_back: Pick<NonNullable<AgentTask['sent_back']>, 'note' | 'reasons'> | null },
  say: Translation,
): string {
  if (!sent_back) return '';
  if (sent_back.note) return sent_back.note;
  return sent_back.reasons.map((reason) => say(`reason.${reason}` as WordKey)).join('. ');
}
