import type { Message } from '@doorstep/contract/messages';

export function messageFrom(fields: Partial<Message> = {}): Message {
  return {
    id: '0198c0de-0000-4000-8000-00000000000a',
    is_from_office: false,
    by: 'Asha Rao',
    text: 'The back gate is open until five.',
    sent_at: '2026-03-05T05:00:00.000Z',
    received_at: '2026-03-05T05:00:01.000Z',
    is_read: false,
    agent_id: 7,
    agent: 'Asha Rao',
    ...fields,
  };
}

export const messageTo = (fields: Partial<Message> = {}): Message =>
  messageFrom({
    id: '0198c0de-0000-4000-8000-00000000000b',
    ...{ is_from_office: true, by: 'Meera Shah', text: 'Which gate?', is_read: true },
    ...fields,
  });
