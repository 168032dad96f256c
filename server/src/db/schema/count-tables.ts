import type { Generated } from 'kysely';

export interface CountTables {
  counted_time_zone: { is_only: Generated<boolean>; time_zone: string };
}
