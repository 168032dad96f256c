import { listApplicants } from '@doorstep/contract/applicants';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { type AuditEntry, listAudit } from '@doorstep/contract/audit';
import { listSessions } from '@doorstep/contract/auth/sessions';
import { getBoard } from '@doorstep/contract/board';
import { listUploads } from '@doorstep/contract/bulk-upload/uploads';
import { checkIds } from '@doorstep/contract/evidence/checks';
import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { listLenders } from '@doorstep/contract/lenders';
import { listCalendars } from '@doorstep/contract/lenders/calendars';
import { portfolioSummary } from '@doorstep/contract/portfolio';
import { listReportVersions } from '@doorstep/contract/reports/versions';
import { answer } from '@doorstep/contract/testing/backend';
import { listAdmins, listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { listOf, usersOf } from './answers.ts';
import { agentOf, applicantOf, assignedTo } from './applicants.ts';
import { boardOf } from './board.ts';
import { decidedBy, verificationOf, verificationRow } from './verifications.ts';

const at = '2026-12-25T17:45:00.000Z';
export const longName = 'Venkatasubrahmanyam Lakshminarasimha Rao-Chattopadhyay';
const portfolio = 'Hindustan Cooperative Housing Finance Corporation';
const application = 'HCHFC-MUM-HL-2026-00012345';

const address = '2001:db8:85a3:8d3:1319:8a2e:370:7348';
const id = 12_345_678;
const many = 123_456;
const few = 12_345;

const agent = agentOf({
  ...{ id, name: longName, created_at: at },
  email: 'venkatasubrahmanyam.lakshminarasimha@field-verifications.example',
});
const entry: AuditEntry = {
  ...{
    id: 123_456_789,
    at,
    actor: { id: 1, name: longName },
    subject: 'applicant',
    action: 'anonymise',
  },
  ...{ subject_id: id, subject_label: application, shown_as: 'applicant', shown_id: id, address },
};
const session = {
  user_agent: 'Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  ...{ address, created_at: at, last_used_at: at },
};

const pageOf = <Row>(row: Row) => listOf([row], 95);

export function answerWithLongRecords(): void {
  answer(
    listApplicants,
    pageOf(
      applicantOf({
        ...{ id, applicant_type: 'Co-applicant', application_id: application },
        ...{ applicant_name: longName, portfolio_name: portfolio, status: 'submitted' },
        ...{ product_type: 'Loan Against Property', assigned_agent: assignedTo(agent) },
      }),
    ),
  );
  answer(lastAssignedAgents, { agent_ids: [] });
  answer(
    listUploads,
    pageOf({
      ...{ id, file_name: `${portfolio} ${application}.xlsx`, created_at: at },
      ...{ uploaded_by: { id: 1, name: longName }, state: 'taken' as const, undo_until: at },
      ...{ total_records: many, successful: many, failed: many, undone: null },
      has_failed_rows: true,
    }),
  );
  answer(
    listVerifications,
    pageOf({
      ...verificationRow({ verification_id: id, applicant_ids: application, submitted_at: at }),
      ...{ applicant: longName, agent: longName, evidence_level: 'serious' as const },
      ...{ overall_observation: 'negative' as const, admin_decision: 'negative' as const },
    }),
  );
  answer(listAudit, pageOf(entry));
  answer(listUsers, usersOf([agent]));
  answer(listAdmins, usersOf([{ ...agent, is_admin: true, is_superadmin: true }]));
  const sessions = [1, 2].map((end) => ({
    ...{ ...session, id: `00000000-0000-4000-8000-00000000000${end}`, is_current: end === 1 },
  }));
  answer(listSessions, { success: true, sessions });
  const row = {
    ...{ portfolio_name: portfolio, allocated: many, visit_pending: many, visit_done: many },
    ...{ allocation_pending: many, submitted: many, total: many },
  };
  answer(portfolioSummary, { success: true, data: [row] });
  const day = { open: few, due_today: few, late: few, visited_today: few, to_send: 123 };
  const lender = {
    ...{ id: 123, name: portfolio, in_today: many, done_today: many, in_time_today: many },
    ...{ late: many, questions: few },
    oldest: { applicant_id: id, applicant: longName, created_at: at },
  };
  const person = { id, name: longName, is_active: true, last_seen: at };
  answer(
    getBoard,
    boardOf({ due_soon: many, late: many, agents: [{ ...person, ...day }], lenders: [lender] }),
  );
  const rule = {
    ...{ product_type: null, visit_type: null, pin_prefix: null, minutes: 1_440, calendar_id: 1 },
    ...{ starts: 'received' as const, valid_from: '2026-12-25' },
  };
  answer(listLenders, {
    results: [
      {
        ...{ id: 123, name: portfolio, portfolios: [portfolio, longName], updated_at: at },
        ...{ rules: Array.from({ length: 200 }, () => rule), open: many, prints_times: true },
      },
    ],
    other_portfolios: [],
  });
  const hours = [{ from: '09:30', to: '18:30' }];
  const short = [{ from: '09:30', to: '14:00' }];
  answer(listCalendars, {
    results: [
      {
        ...{ id: 1, name: `Branches of ${longName}`, days: [], rules: 200, updated_at: at },
        week: { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: short, sun: [] },
      },
    ],
  });
  answer(evidenceSummary, {
    ...{ days: 30, cases: many, thresholds: [], thresholds_version: 0, changes: [] },
    checks: checkIds.map((check) => ({
      ...{ check, version: 1, fired: few, dismissed: few, confirmed: few },
      asks_to_be_loosened: true,
    })),
  });
  answer(getVerification, verificationOf({ ...decidedBy(1, longName), updated_at: at }));
  answer(listReportVersions, {
    results: [
      {
        ...{ id: 9, version: 12, created_at: at, created_by: longName, template: 'residence' },
        ...{ origin: 'generated', admin_decision: 'positive', code: 'K7QM-2XWD-9FTA' },
        ...{ sha256: 'ab'.repeat(32), bytes: 600_000, pages: 4, is_signed: false },
      },
    ],
  });
}
