import type { CheckedApplicant, CheckedVerification } from './checked-verification.ts';

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

export function duration(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds < 120) return count(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return count(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day');
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function day(at: number, timeZone: string): string {
  const known =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  formats.set(timeZone, known);
  return known.format(at);
}

/**
 * Never names an application of another portfolio, which may belong to another lender. The office may pass
 * the sentence on to a lender.
 */
export function nameOf({ applicant }: CheckedVerification, other: CheckedApplicant): string {
  if (other.id === applicant.id) return 'this applicant';
  if (other.portfolioName !== applicant.portfolioName) return 'an application of another portfolio';
  if (other.applicationId === applicant.applicationId)
    return 'another contact point of this application';
  return `application ${other.applicationId}`;
}

export const iso = (at: number) => new Date(at).toISOString();
