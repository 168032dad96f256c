import { calendarHistory, lenderHistory } from '../../audit.ts';
import {
  addCalendar,
  changeCalendar,
  deleteCalendar,
  listCalendars,
} from '../../lenders/calendars.ts';
import {
  addLender,
  applyRules,
  changeLender,
  deleteLender,
  getLender,
  listLenders,
} from '../../lenders.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const lendersEndpoints = {
  listLenders: { endpoint: listLenders, noun: 'Lenders', title: 'List lenders' },
  getLender: { endpoint: getLender, noun: 'Lenders', title: 'Read a lender' },
  addLender: { endpoint: addLender, noun: 'Lenders', title: 'Add a lender' },
  changeLender: { endpoint: changeLender, noun: 'Lenders', title: 'Replace a lender' },
  deleteLender: { endpoint: deleteLender, noun: 'Lenders', title: 'Delete a lender' },
  applyRules: {
    endpoint: applyRules,
    noun: 'Lenders',
    title: 'Apply a lender’s rules to its open applicants',
  },
  lenderHistory: {
    endpoint: lenderHistory,
    noun: 'Lenders',
    title: 'Read the history of a lender',
  },
  listCalendars: { endpoint: listCalendars, noun: 'Lenders', title: 'List calendars' },
  addCalendar: { endpoint: addCalendar, noun: 'Lenders', title: 'Add a calendar' },
  changeCalendar: { endpoint: changeCalendar, noun: 'Lenders', title: 'Replace a calendar' },
  deleteCalendar: { endpoint: deleteCalendar, noun: 'Lenders', title: 'Delete a calendar' },
  calendarHistory: {
    endpoint: calendarHistory,
    noun: 'Lenders',
    title: 'Read the history of a calendar',
  },
} as const satisfies Record<string, EndpointRow>;
