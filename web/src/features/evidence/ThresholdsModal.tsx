import { type CheckId, checkIds, checkTraits } from '@doorstep/contract/evidence/checks';
import {
  type CheckRecord,
  changeThresholds,
  type EvidenceSummary,
  type Threshold,
} from '@doorstep/contract/evidence/office';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { conflictProps } from '../../lib/api/conflicts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { AboutCheck, countsOf } from './AboutCheck.tsx';
import { CheckAgain } from './CheckAgain.tsx';
import { evidenceSummaryQuery } from './evidence-queries.ts';
import { ThresholdField } from './ThresholdField.tsx';
import { changesOf, type Typed, typedOf } from './threshold-changes.ts';

interface ThresholdsModalProps {
  summary: EvidenceSummary;
  /** The check whose thresholds are shown. If absent, the thresholds of all checks are shown. */
  check?: CheckRecord;
  onClose: () => void;
}

const belongsTo = (check: CheckRecord | undefined) => (threshold: Threshold) =>
  check === undefined || threshold.checks.includes(check.check);

export function ThresholdsModal(props: ThresholdsModalProps) {
  const { summary, check, onClose } = props;
  if (summary.thresholds.some(belongsTo(check))) return <ThresholdsForm {...props} />;
  return (
    <Modal {...namesOf(summary, check)} size="lg" onClose={onClose}>
      <ModalBody>
        {check && <AboutCheck check={check} />}
        <p className="mt-6 text-muted">This check has no threshold.</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}

const namesOf = (summary: EvidenceSummary, check: CheckRecord | undefined) =>
  check
    ? { title: checkTraits[check.check].title, subtitle: countsOf(check, summary) }
    : { title: 'Thresholds', subtitle: 'The limits that the checks use' };

function ThresholdsForm({ summary: first, check, onClose }: ThresholdsModalProps) {
  // The summary that the dialog opened with. A refetch in the background must not replace values while the
  // user types.
  const [summary, setSummary] = useState(first);
  const record = useQuery({ ...evidenceSummaryQuery, enabled: false });
  const client = useQueryClient();
  const thresholds = summary.thresholds.filter(belongsTo(check));
  const form = useForm<Typed>({ defaultValues: typedOf(thresholds) });
  const save = useMutation({
    mutationFn: (values: Record<string, number | null>) =>
      call(changeThresholds, { body: { version: summary.thresholds_version, values } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: evidenceSummaryQuery.queryKey });
    },
  });
  const conflict = conflictProps(save, record, (newer) => {
    setSummary(newer);
    form.reset(typedOf(newer.thresholds.filter(belongsTo(check))), { keepDirtyValues: true });
  });

  const submit = form.handleSubmit((typed) => {
    const changes = changesOf(thresholds, typed);
    if (Object.keys(changes).length > 0) save.mutate(changes);
    else onClose();
  });

  return (
    <FormModal
      {...namesOf(first, check)}
      size="lg"
      isDirty={form.formState.isDirty}
      conflict={conflict}
      error={
        save.error &&
        !conflict &&
        messageOf(save.error, 'Couldn’t change the thresholds. Try again.')
      }
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isBusy: save.isPending }}
      success={
        save.isSuccess
          ? { text: save.data.message, details: <CheckAgain days={first.days} /> }
          : undefined
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {check && <AboutCheck check={check} />}
      {check ? (
        <Fields title="Thresholds" own={check.check} thresholds={thresholds} form={form} />
      ) : (
        checkIds.map((id) => (
          <Fields
            key={id}
            title={checkTraits[id].title}
            own={id}
            thresholds={thresholds.filter(({ checks }) => checks[0] === id)}
            form={form}
          />
        ))
      )}
      <p className="text-sm text-muted">
        New values apply to later checks. Each change is recorded in the audit log.
      </p>
    </FormModal>
  );
}

interface FieldsProps {
  title: string;
  /** The check whose section shows these thresholds. */
  own: CheckId;
  thresholds: readonly Threshold[];
  form: UseFormReturn<Typed>;
}

function Fields({ title, own, thresholds, form }: FieldsProps) {
  if (thresholds.length === 0) return null;
  return (
    <Section title={title}>
      <div className="border-t border-rule">
        {thresholds.map((threshold) => (
          <ThresholdField
            key={threshold.name}
            threshold={threshold}
            thresholds={thresholds}
            form={form}
            alsoFor={threshold.checks.filter((id) => id !== own).map((id) => checkTraits[id].title)}
          />
        ))}
      </div>
    </Section>
  );
}
