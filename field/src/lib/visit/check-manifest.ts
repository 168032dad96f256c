import { checkFacts } from '@doorstep/contract/reports/visit-form';
import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import * as z from 'zod/mini';

/**
 * The manifest as the server accepts it, or what is wrong with it, by field. Answers that the outcome doesn't ask for, given
 * before it was changed, are left out.
 */
export function checkManifest(
  manifest: VisitManifest,
  visitType: string,
): { manifest: VisitManifest } | { problems: Record<string, string> } {
  const { outcome, is_final, facts, statement } = manifest;
  const template = isResidenceVisit(visitType) ? 'residence' : 'office';
  const said = is_final ? { ...statement, ...facts } : {};
  const checked = checkFacts(template, outcome, said);
  const asked = { ...checked.facts, ...checked.statement, ...checked.problems };
  const only = (answers: Record<string, string>) =>
    Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(asked, name)));

  const read = z.safeParse(VisitManifest, {
    ...manifest,
    facts: only(facts),
    statement: only(statement),
  });
  const problems: Record<string, string> = {};
  for (const [name, problem] of Object.entries(checked.problems)) {
    problems[`${name in statement ? 'statement' : 'facts'}.${name}`] = problem;
  }
  for (const { path, message } of read.error?.issues ?? []) problems[path.join('.')] ??= message;
  if (!read.success || Object.keys(problems).length > 0) return { problems };
  return {
    manifest: {
      ...read.data,
      facts: checked.facts,
      statement: { ...read.data.statement, ...checked.statement },
    },
  };
}
