import type { AuditEntry } from '@doorstep/contract/audit';
import { Link } from '@tanstack/react-router';
import { prettifyLabel } from '../../lib/format.ts';
import { CutId } from '../../ui/button/CutId.tsx';

export function SubjectLink({ entry }: { entry: AuditEntry }) {
  const { subject, subject_id, subject_label, shown_as, shown_id } = entry;
  const number = subject_id === null ? '' : String(subject_id);
  const kind = subject === 'session' ? 'User' : prettifyLabel(subject);
  const text = (
    <span className="inline-flex max-w-full gap-1 align-bottom">
      {kind} <CutId text={subject_label ?? number} />
    </span>
  );
  const look = 'text-accent underline underline-offset-2';
  if (subject === 'evidence') {
    return (
      <Link to="/evidence" className={look}>
        {text}
      </Link>
    );
  }
  if (shown_as === null || shown_id === null) return text;
  const id = String(shown_id);
  switch (shown_as) {
    case 'agent':
      return (
        <Link to="/agent" search={{ view: id }} className={look}>
          {text}
        </Link>
      );
    case 'admin':
      return (
        <Link to="/admin" search={{ edit: id }} className={look}>
          {text}
        </Link>
      );
    case 'applicant':
      return (
        <Link to="/applicants" search={{ view: id }} className={look}>
          {text}
        </Link>
      );
    case 'verification':
      return (
        <Link to="/verification" search={{ view: id }} className={look}>
          {text}
        </Link>
      );
  }
}
