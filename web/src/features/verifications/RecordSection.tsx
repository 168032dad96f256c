import type { ReactNode } from 'react';
import { DecisionBadge } from '../../domain/verifications/VerificationBadges.tsx';
import { formatValue, prettifyLabel } from '../../lib/format.ts';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';

function shown(name: string, value: unknown): ReactNode {
  if (name === 'admin_decision') return <DecisionBadge decision={String(value)} />;
  if (name === 'status' && typeof value === 'string') return prettifyLabel(value);
  return formatValue(value);
}

interface RecordSectionProps {
  title: string;
  record: object | null | undefined;
  /** Values that the dialog shows elsewhere. Fields of `record` with the same name and value are left out. */
  known: Record<string, unknown>;
}

export function RecordSection({ title, record, known }: RecordSectionProps) {
  const fields = Object.entries(record ?? {});
  if (fields.length === 0) return null;
  return (
    <Section title={title}>
      <DescriptionList
        items={fields
          .filter(([name, value]) => !value || value !== known[name])
          .map(([name, value]) => ({ label: prettifyLabel(name), value: shown(name, value) }))}
      />
    </Section>
  );
}
