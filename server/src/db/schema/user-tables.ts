import type { Language } from '@doorstep/contract/languages';
import type { PracticeAnswer } from '@doorstep/contract/practice';
import type { View } from '@doorstep/contract/views';
import type { ColumnType, Generated } from 'kysely';
import type { Moment, OptionalMoment } from './columns.ts';

export interface UserTables {
  users: {
    id: Generated<number>;
    name: string;
    email: string;
    phone_number: string;
    password_hash: string;
    is_admin: Generated<boolean>;
    is_superadmin: Generated<boolean>;
    is_active: Generated<boolean>;
    is_demo: Generated<boolean>;
    daily_capacity: Generated<number>;
    language: Language | null;
    language_chosen_at: OptionalMoment;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: OptionalMoment;
  };
  agent_areas: { agent_id: number; pin_prefix: string };
  agent_leave: { agent_id: number; from_day: string; to_day: string };
  identity_images: {
    id: string;
    user_id: number;
    kind: 'profile' | 'pan' | 'aadhaar';
    position: Generated<number>;
    created_at: Moment;
  };
  sessions: {
    id: string;
    user_id: number;
    cookie_hash: Buffer;
    address: string;
    user_agent: string;
    created_at: Moment;
    last_used_at: Moment;
    ended_at: OptionalMoment;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_at: Moment;
    used_at: OptionalMoment;
    generation: Generated<number>;
  };
  second_factors: {
    user_id: number;
    encrypted_secret: Buffer;
    created_at: Moment;
    confirmed_at: OptionalMoment;
    last_step: Generated<number>;
  };
  practice_answers: {
    user_id: number;
    case_number: number;
    answer: PracticeAnswer;
    answered_at: Moment;
  };
  saved_views: {
    id: Generated<number>;
    user_id: number;
    list: View['list'];
    name: string;
    filter: ColumnType<View['filter'], string, never>;
    created_at: Moment;
  };
  recovery_codes: { user_id: number; code_hash: Buffer; used_at: OptionalMoment };
  mail_alerts: {
    user_id: number;
    address: string;
    attempted_at: OptionalMoment;
    sent_at: OptionalMoment;
    listed: Generated<string[]>;
  };
  push_subscriptions: {
    session_id: string;
    agent_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Moment;
  };
  push_news: {
    id: Generated<number>;
    session_id: string;
    kind: 'new' | 'gone' | 'message';
    at: Moment;
    try_at: Moment;
    tries: Generated<number>;
  };
  digests: {
    user_id: number;
    session_id: string;
    day: string;
    is_dismissed: Generated<boolean>;
  };
  sign_in_failures: { key: string; failures: number; last_at: Moment };
}
