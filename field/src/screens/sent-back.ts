import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Translation, WordKey } from '../words/use-words.ts';

/** What the office wants in words: its own note, otherwise the reasons that it chose. */
export function sentBackWords({ sent_back }: AgentTask, say: Translation): string {
  if (!sent_back) return '';
  if (sent_back.note) return sent_back.note;
  return sent_back.reasons.map((reason) => say(`reason.${reason}` as WordKey)).join('. ');
}
