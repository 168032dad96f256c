import { listApplicants } from '@doorstep/contract/applicants';
import type { Kysely } from 'kysely';
import type { Actor } from '../../server/src/db/audit/record.ts';
import type { Database } from '../../server/src/db/schema.ts';
import { listApplicantPage } from '../../server/src/features/applicants/applicant-list-store.ts';
import { assignAgentByName } from '../../server/src/features/applicants/applicant-service.ts';
import { findApplicant } from '../../server/src/features/applicants/applicant-store.ts';
import { summarizePortfolios } from '../../server/src/features/portfolio/portfolio-store.ts';
import { decide } from '../../server/src/features/verifications/decide/decide-service.ts';
import { listVerificationPage } from '../../server/src/features/verifications/verification-list-store.ts';
import { findVerificationRecord } from '../../server/src/features/verifications/verification-store.ts';
import { deciding } from '../load/deciding.ts';
import { agentAt, applicationIdAt, firstNames, surnames } from '../load/made-up.ts';

export interface Sample {
  applicants: number;
  adminId: number;
  /** The ids of applicants without a visit. */
  open: number[];
  verifications: number[];
  /** The ids of all agents, in the order in which they were generated. */
  agents: number[];
  /** The first agents, as the `index` of `agentAt`, and the applications that wait for their visit. */
  visitors: { index: number; applicationIds: string[] }[];
  days: (back: number) => string;
}

/** A value in the recorded statements, and the values that replace it in turn when the floor is measured. */
export interface Vary {
  recorded: unknown;
  from: unknown[];
}

export interface Case {
  name: string;
  request: (turn: number) => { method?: string; path: string; body?: unknown };
  /**
   * The work of the request. The floor (see the README) repeats the SQL statements of this work. Absent if
   * the case has no floor.
   */
  work?: (db: Kysely<Database>) => Promise<unknown>;
  vary?: Vary[];
  isList?: boolean;
}

const timeZone = 'Asia/Kolkata';
const applicants = '/api/v1/applicants/';
const tasks = '/api/v1/verification_tasks/';
const pick = <T>(from: readonly T[], turn: number) => from[turn % from.length] as T;
const exactly = (index: number) =>
  `${applicants}?search=${applicationIdAt(index)}&search_fields=id,portfolio_name,application_id`;
const readQuery = (path: string) =>
  listApplicants.query.parse(Object.fromEntries(new URLSearchParams(path.split('?')[1])));
const anyName = 'search_fields=id,portfolio_name,application_id,applicant_name';

export function casesOf(sample: Sample): Case[] {
  const deep = Math.min(5_000, Math.floor(sample.applicants / 20));
  const actor: Actor = { id: sample.adminId, requestId: 'floor', address: '127.0.0.1' };
  const list = (name: string, query: string): Case => {
    const path = `${applicants}?${query}&page_size=10`;
    return {
      name,
      isList: true,
      request: () => ({ path }),
      work: (db) => listApplicantPage(db, readQuery(path), timeZone),
    };
  };
  const visits = (name: string, query: string): Case => {
    const asked = Object.fromEntries(new URLSearchParams(query));
    return {
      name,
      isList: true,
      request: () => ({ path: `${tasks}?${query}&fields=list&page_size=10` }),
      work: (db) => listVerificationPage(db, { ...asked, page: 1, page_size: 10 }, timeZone),
    };
  };
  const summary = (name: string, back: number): Case => {
    const range = { start_date: sample.days(back), end_date: sample.days(0) };
    return {
      name,
      isList: true,
      request: () => ({ path: `${applicants}portfolio-summary/?${new URLSearchParams(range)}` }),
      work: (db) => summarizePortfolios(db, range, timeZone),
    };
  };
  // 7919 is a prime. So if the number of applicants is a power of ten, all applicants are used before one
  // repeats.
  const someone = (turn: number) => (turn * 7919) % sample.applicants;
  const id = (turn: number) => 10_001 + someone(turn);
  const firstOpen = sample.open[0] ?? 0;
  const firstVisit = sample.verifications[0] ?? 0;
  let round = 0;
  return [
    list('applicants, first page', 'page=1'),
    list('applicants, page 5,000', `page=${deep}`),
    list("search 'sharma'", `search=sharma&${anyName}`),
    {
      name: 'search, another full name each time',
      isList: true,
      request: (turn) => ({
        path: `${applicants}?search=${encodeURIComponent(`${pick(firstNames, turn)} ${pick(surnames, Math.floor(turn / 7))}`)}&${anyName}`,
      }),
    },
    {
      name: 'search by exact application id',
      isList: true,
      request: (turn) => ({ path: exactly(someone(turn)) }),
      work: (db) => listApplicantPage(db, readQuery(exactly(77)), timeZone),
    },
    {
      name: 'search, a word without a hit',
      isList: true,
      request: (turn) => ({
        path: `${applicants}?search=zq${((turn * 48_271) % 2_147_483_647).toString(26).replace(/\d/g, 'x')}&${anyName}`,
      }),
    },
    list('Not Assigned', 'assigned=false'),
    list('filter: assigned', 'assigned=true'),
    list('filter: status', 'status=visited'),
    list('filter: portfolio', 'portfolio_name=Malabar MSME'),
    {
      name: 'applicant detail',
      request: (turn) => ({ path: `${applicants}${id(turn)}/` }),
      work: (db) => findApplicant(db, 10_078),
    },
    visits('verification list', ''),
    visits('verification list, pending', 'admin_decision=pending'),
    visits("verification search 'sharma'", 'search=sharma'),
    {
      name: 'verification detail',
      request: (turn) => ({ path: `${tasks}${pick(sample.verifications, turn)}` }),
      work: (db) => findVerificationRecord(db, firstVisit),
    },
    summary('summary of 7 days', 6),
    summary('summary of a year', 364),
    {
      name: 'assign',
      request: (turn) => ({
        method: 'PATCH',
        path: `${applicants}${pick(sample.open, turn)}/`,
        body: {
          assigned_agent_name: agentAt(
            (turn + Math.floor(turn / sample.open.length)) % sample.agents.length,
          ).name,
        },
      }),
      work: (db) =>
        assignAgentByName(db, actor, firstOpen, {
          assigned_agent_name: agentAt(20 + round++).name,
        }),
      vary: [
        { recorded: firstOpen, from: sample.open },
        { recorded: agentAt(21).name, from: sample.agents.map((_, index) => agentAt(index).name) },
        { recorded: sample.agents[21], from: sample.agents },
      ],
    },
    {
      name: 'decide',
      request: (turn) => ({
        method: 'POST',
        path: `${tasks}${pick(sample.verifications, turn)}/admin-decision/`,
        body: {
          decision:
            Math.floor(turn / sample.verifications.length) % 2 === 0 ? 'negative' : 'positive',
        },
      }),
      work: (db) =>
        decide({ db, ...deciding }, actor, {
          id: firstVisit,
          decision: round++ % 2 === 0 ? 'negative' : 'positive',
          adminId: sample.adminId,
        }),
      vary: [{ recorded: firstVisit, from: sample.verifications }],
    },
  ];
}
