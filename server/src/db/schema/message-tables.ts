import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, OptionalMoment } from './columns.ts';

export interface MessageTables {
  messages: {
    id: Generated<string>;
    number: GeneratedAlways<number>;
    applicant_id: number;
    agent_id: number;
    author_id: number;
    is_from_office: GeneratedAlways<boolean>;
    text: string;
    sent_at: Moment;
    received_at: Moment;
    read_at: OptionalMoment;
    read_by: number | null;
    is_late: Generated<boolean>;
    given_to: number | null;
  };
}
