import {
  addLender,
  applyRules,
  changeLender,
  deleteLender,
  getLender,
  listLenders,
} from '@doorstep/contract/lenders';
import {
  addCalendar,
  changeCalendar,
  deleteCalendar,
  listCalendars,
} from '@doorstep/contract/lenders/calendars';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as rules from './apply-rules-service.ts';
import { countDue } from './apply-rules-store.ts';
import * as calendars from './calendar-service.ts';
import { listCalendars as readCalendars } from './calendar-store.ts';
import * as lenders from './lender-service.ts';
import { listOtherPortfolios, listLenders as readLenders } from './lender-store.ts';

/** Routes for lenders with their portfolios and rules, and for the calendars that the rules use. */
export function lenderRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { timeZone } = provider;

  mount(app, listLenders, async () => ({
    results: await readLenders(db),
    other_portfolios: await listOtherPortfolios(db),
  }));

  mount(app, getLender, async ({ params: { id }, query }) => ({
    ...(await lenders.readLender(db, id)),
    // Counts only on request, because the count reads every open applicant.
    ...(query.with === 'due' && { due: await countDue(db, id) }),
  }));

  mount(app, addLender, ({ body, actor }) => lenders.add(db, actor, body));

  mount(app, changeLender, ({ params, body: { updated_at: seen, ...content }, actor }) =>
    lenders.change(db, actor, { id: params.id, seen, content }),
  );

  mount(app, deleteLender, async ({ params, query, actor }) => {
    const asked = { id: params.id, expected: query.expected_count, timeZone };
    const name = await rules.removeLender(db, actor, asked);
    return { success: true as const, message: `${name} was deleted.` };
  });

  mount(app, applyRules, ({ params, body: { dry_run, expected_count }, actor }) =>
    dry_run
      ? rules.previewRules(db, params.id, timeZone)
      : rules.applyRules(db, actor, {
          ...{ id: params.id, expected: expected_count, timeZone },
        }),
  );

  mount(app, listCalendars, async () => ({ results: await readCalendars(db) }));

  mount(app, addCalendar, ({ body, actor }) => calendars.add(db, actor, body));

  mount(app, changeCalendar, ({ params, body: { updated_at: seen, ...content }, actor }) =>
    calendars.change(db, actor, { id: params.id, seen, content }),
  );

  mount(app, deleteCalendar, async ({ params, actor }) => {
    const name = await calendars.remove(db, actor, params.id);
    return { success: true as const, message: `${name} was deleted.` };
  });
}
