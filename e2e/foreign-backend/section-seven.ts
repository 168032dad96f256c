/** A row of the specification's table of calls. */
interface Row {
  bearer: boolean;
  payload: 'none' | 'json' | 'multipart';
  /** The allowed names in a query, including filters that a backend may ignore. */
  query?: readonly string[];
  /**
   * The allowed names in a payload. Undefined for calls without a payload, and for the report forms, whose
   * fields section 7 doesn't list.
   */
  fields?: readonly string[];
  /** The reason why no screen makes this call. */
  unused?: string;
}

const read = (...query: string[]) => ({ bearer: true, payload: 'none', query }) as const;
const send = (...fields: string[]) => ({ bearer: true, payload: 'json', fields }) as const;

/** The names and trailing slashes are exactly those of section 7 of the specification. */
const sectionSeven = {
  'POST /api/v1/auth/login/': { ...send('email_or_mobile', 'password'), bearer: false },
  'POST /api/v1/auth/register/': send(
    ...['name', 'email', 'phone', 'password', 'is_admin', 'is_superadmin'],
  ),
  'POST /api/v1/password-reset/': {
    ...send('phone_number', 'new_password', 'confirm_password'),
    bearer: false,
  },
  'GET /api/v1/applicants/': read(
    ...['page', 'search', 'search_fields', 'assigned', 'agent', 'status'],
  ),
  'GET /api/v1/applicants/{id}/': read(),
  'PATCH /api/v1/applicants/{id}/': send('assigned_agent_name'),
  'DELETE /api/v1/applicants/{id}/': read(),
  'POST /api/v1/bulk/bulk-upload/': { bearer: true, payload: 'multipart', fields: ['file'] },
  'GET /api/v1/applicants/portfolio-summary/': read('start_date', 'end_date'),
  'GET /api/v1/users': read('page'),
  'GET /api/v1/users/{id}': read(),
  // Section 7 has only is_active here. Section 6 requires that admins can be edited, and no other call can
  // edit them.
  'PATCH /api/v1/users/{id}': send('is_active', 'name', 'email', 'phone_number', 'is_superadmin'),
  'GET /api/v1/users/': read('admins', 'page'),
  'DELETE /api/v1/users/{id}/': read(),
  'GET /api/v1/verification_tasks/': read('page', 'search', 'admin_decision', 'fields'),
  'GET /api/v1/verification_tasks/{id}': read(),
  'GET /api/v1/verification_tasks/lookup-by-application-id/': {
    ...read('id'),
    unused: 'every screen opens a verification by its own id',
  },
  'POST /api/v1/verification_tasks/{id}/admin-decision/': send('decision'),
  'POST /api/v1/pdf-generator/simple-generate/': { bearer: true, payload: 'json' },
  'POST /api/v1/pdf-generator/generate_pdf/': send('application_id', 'template_type'),
} satisfies Record<string, Row>;

export type SectionSevenCall = keyof typeof sectionSeven;
export const sectionSevenRows = Object.entries(sectionSeven) as [SectionSevenCall, Row][];

/** The calls outside section 7 that the app makes. Another backend may lack them, and the app must work without them. */
export const extraCalls = [
  'POST /api/v1/auth/logout/',
  'GET /api/v1/bulk/template/',
  'GET /api/v1/bulk/uploads/',
  'GET /api/v1/applicants/assign/',
  'GET /api/v1/applicants/{id}/history/',
  'GET /api/v1/applicants/{id}/messages/',
  'GET /api/v1/applicants/{id}/visits/',
  'GET /api/v1/agents/on-leave/',
  'GET /api/v1/agents/{id}/availability/',
  'GET /api/v1/board/',
  'GET /api/v1/views/',
  'POST /api/v1/digest/',
  'GET /api/v1/alerts/mail/',
  'GET /api/v1/verification_tasks/{id}/history/',
  'GET /api/v1/verification_tasks/{id}/reports/',
  'GET /api/v1/verification_tasks/{id}/saved-form/',
  'GET /api/v1/report-archives/',
  'GET /api/v1/held-visits/',
  'GET /api/v1/review/queue/',
  'GET /api/v1/evidence/',
  'GET /api/v1/events/',
];

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}';
const patterns = sectionSevenRows.map(
  ([name]) => [name, new RegExp(`^${name.replace('{id}', `(${uuid})`)}$`)] as const,
);

export function findRow(
  method: string,
  path: string,
): { name: SectionSevenCall; id: string } | undefined {
  for (const [name, pattern] of patterns) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return { name, id: match[1] ?? '' };
  }
  return undefined;
}
