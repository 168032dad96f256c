import type { Change, Changes } from '@doorstep/contract/wire/events';
import type { Link } from './event-store.ts';

/**
 * The maximum number of changed records of one kind whose ids are sent. If more have changed, only the kind
 * is sent.
 */
const mostNamed = 100;

/**
 * Returns the changed record that an audit row reports, if any. Sign-ins, downloads and views of identity
 * images are not published.
 */
function changeOf({ subject, action, subject_id, verification_id }: Link): Change | undefined {
  switch (subject) {
    case 'applicant':
      return { kind: subject, id: subject_id };
    case 'upload':
      return action === 'download' ? undefined : { kind: 'applicant', id: null };
    case 'message':
    case 'verification':
      return { kind: subject, id: subject_id };
    case 'report':
      return action === 'create' ? { kind: subject, id: verification_id } : undefined;
    case 'user':
      return action === 'view_identity' ? undefined : { kind: subject, id: subject_id };
    default:
      return undefined;
  }
}

/** Returns the ids of the users whose sessions may have ended, for example by a sign-out or a deactivation. */
export function usersOf(links: readonly Link[]): Set<number | null> {
  const about = links.filter(
    ({ subject, action }) =>
      subject === 'user' ||
      (subject === 'session' && action !== 'sign_in' && action !== 'sign_in_failed'),
  );
  return new Set(about.map((link) => link.subject_id));
}

export function collectChanges(links: readonly Link[], after: number, isComplete = true): Changes {
  const ids = new Map<Change['kind'], Set<number | null>>();
  for (const link of links) {
    const change = changeOf(link);
    if (!change) continue;
    const known = ids.get(change.kind) ?? new Set();
    ids.set(change.kind, known.add(change.id));
  }
  const changes = [...ids].flatMap(([kind, those]): Change[] =>
    those.has(null) || those.size > mostNamed
      ? [{ kind, id: null }]
      : [...those].map((id) => ({ kind, id })),
  );
  return { changes, last_event_id: links.at(-1)?.seq ?? after, is_complete: isComplete };
}
