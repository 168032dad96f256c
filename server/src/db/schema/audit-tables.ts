import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface AuditTables {
  audit: {
    id: Generated<number>;
    at: Moment;
    actor_id: number | null;
    action: string;
    subject: string;
    subject_id: number | null;
    before: Json;
    after: Json;
    request_id: string | null;
    address: string | null;
  };
  audit_chain: { seq: number; audit_id: number; hash: Buffer };
  audit_unchained: { audit_id: number };
}
