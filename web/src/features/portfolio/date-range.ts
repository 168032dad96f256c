import { summaryDays } from '@doorstep/contract/portfolio';

/** Days as `YYYY-MM-DD`, both included. Each day may be missing. */
export interface DateRange {
  start?: string;
  end?: string;
}

export type WholeRange = Required<DateRange>;

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the usual ranges. `week` is the default of the page: the last seven days, including today. */
export function quickRanges(today: string) {
  return {
    today: { start: today, end: today },
    week: { start: daysBefore(today, summaryDays - 1), end: today },
    month: { start: `${today.slice(0, 8)}01`, end: today },
  } satisfies Record<string, WholeRange>;
}

export type QuickRange = keyof ReturnType<typeof quickRanges>;

export function problemsOf({ start, end }: DateRange): { start?: string; end?: string } {
  return {
    ...(!start && { start: 'Start Date is required' }),
    ...(!end && { end: 'End Date is required' }),
    ...(start && end && start > end && { start: 'Start Date cannot be after End Date' }),
  };
}

export function wholeRange({ start, end }: DateRange): WholeRange | undefined {
  return start && end && start <= end ? { start, end } : undefined;
}

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Returns a text such as 'Mar 1 – 5, 2026'. The month is a word, because 3/1 could also mean January 3. */
export function formatRange({ start, end }: WholeRange): string {
  return format.formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`));
}
