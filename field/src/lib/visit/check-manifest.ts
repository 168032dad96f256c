import { checkFacts, visitForm } from '@doorstep/contract/reports/visit-form';
import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import * as z from 'zod/mini';

/**
 * Returns the manifest as the server accepts it, or the problems by field. Leaves out answers and a
 * signature that the present outcome doesn't ask for.
 */
export function checkManifest(
  manifest: VisitManifest,
  visitType: string,
): { manifest: VisitManifest } | { problems: Record<string, string> } {
  const { signature, ...rest } = manifest;
  const { outcome, is_final, facts, statement } = rest;
  const template = isResidenceVisit(visitType) ? 'residence' : 'office';
  const said = is_final ? { ...statement, ...facts } : {};
  const checked = checkFacts(template, outcome, said);
  const asked = { ...checked.facts, ...checked.statement, ...checked.problems };
  const only = (answers: Record<string, string>) =>
    Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(asked, name)));

  const read = z.safeParse(VisitManifest, {
    ...rest,
    ...(visitForm(template, outcome, is_final).asksSignature && { signature }),
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
