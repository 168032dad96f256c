import type { AgentTask } from '@doorstep/contract/visits/phone';
import type { Translation, WordKey } from '../words/use-words.ts';

type SentBack = Pick<NonNullable<AgentTask['sent_back']>, 'note' | 'reasons'>;

export const sentBackWords = ({ note, reasons }: SentBack, say: Translation): string =>
  note || reasons.map((reason) => say(`reason.${reason}` as WordKey)).join('. ');
