import { lenderHistory } from '@doorstep/contract/audit';
import {
  addLender,
  changeLender,
  type Lender,
  type LenderRecord,
} from '@doorstep/contract/lenders';
import type { Calendar } from '@doorstep/contract/lenders/calendars';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf, seenVersion } from '../../../lib/api/conflicts.ts';
import { formatCount } from '../../../lib/format.ts';
import { useHistory } from '../../../lib/history/use-history.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { HistorySection } from '../../../ui/page/HistorySection.tsx';
import { calendarsQuery, lenderQuery, lendersQuery, refetchLenders } from '../lender-queries.ts';
import { RuleFields } from '../rules/RuleFields.tsx';
import { newRule, draftOf as ruleDraftOf, ruleErrors, ruleOf } from '../rules/rule-draft.ts';
import { errorsOf, useDraft } from '../use-draft.ts';
import { PortfolioFields, withTyped } from './PortfolioFields.tsx';

interface LenderModalProps {
  /** The ID of a lender, or 'new' to add a lender. */
  id: string;
  onApply: (id: number) => void;
  onClose: () => void;
}

export default function LenderModal({ id, onApply, onClose }: LenderModalProps) {
  const isNew = id === 'new';
  const record = useQuery({ ...lenderQuery(id), ...(isNew && { queryFn: skipToken }) });
  const list = useQuery(lendersQuery);
  const calendars = useQuery(calendarsQuery);
  const title = isNew ? 'Add lender' : 'Edit lender';
  const failed = [isNew ? undefined : failedOf(record, 'Couldn’t load the lender')]
    .concat(failedOf(list, 'Couldn’t load the lenders'))
    .concat(failedOf(calendars, 'Couldn’t load the calendars'))
    .find(Boolean);
  if (failed || !list.data || !calendars.data || (!isNew && !record.data)) {
    return (
      <FormModal
        {...{ title, failed, onClose }}
        size="2xl"
        isLoading
        submit={{ label: 'Save' }}
        onSubmit={() => {}}
      >
        {null}
      </FormModal>
    );
  }
  return (
    <LenderForm
      {...{ title, onApply, onClose }}
      lender={isNew ? undefined : record.data}
      others={list.data.other_portfolios}
      calendars={calendars.data.results}
    />
  );
}

type Choices = Pick<Lender, 'prints_times' | 'second_looks' | 'report_second_look'>;
type LenderBody = Choices & Pick<Lender, 'name' | 'portfolios' | 'rules'>;

interface LenderFormProps extends Pick<LenderModalProps, 'onApply' | 'onClose'> {
  title: string;
  lender: LenderRecord | undefined;
  others: readonly string[];
  calendars: readonly Calendar[];
}

const choicesOf = ({ prints_times, second_looks, report_second_look }: Choices) => ({
  prints_times,
  second_looks: second_looks ?? false,
  report_second_look: report_second_look ?? false,
});

const draftOf = ({ name, portfolios, rules, ...choices }: LenderBody) => ({
  ...{ name, ...choicesOf(choices) },
  portfolios: [...portfolios],
  typed: '',
  rules: rules.map(ruleDraftOf),
});

function LenderForm(props: LenderFormProps) {
  const { title, others, calendars, onApply, onClose } = props;
  // The lender that the form opened with. If the form sent the `updated_at` of a later refetch, the server
  // would overwrite a colleague's change instead of reporting the conflict.
  const [lender, setLender] = useState(props.lender);
  const client = useQueryClient();
  const record = useQuery({ ...lenderQuery(String(lender?.id)), enabled: false });
  const { draft, set, isDirty, form, errors, setErrors, rebase } = useDraft(
    lender
      ? draftOf(lender)
      : {
          ...draftOf({ name: '', portfolios: [], rules: [], prints_times: false }),
          rules: calendars.length > 0 ? [newRule(calendars)] : [],
        },
  );
  const body = {
    name: draft.name,
    portfolios: withTyped(draft.portfolios, draft.typed),
    rules: draft.rules.map(ruleOf),
    ...choicesOf(draft),
  };
  const save = useMutation({
    mutationFn: () =>
      lender
        ? call(changeLender, {
            params: { id: lender.id },
            body: { ...body, ...seenVersion(lender) },
          })
        : call(addLender, { body }),
    onSuccess: () => refetchLenders(client),
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const conflict = conflictProps(save, record, (newer) => {
    setLender(newer);
    rebase(draftOf(newer));
  });
  const history = useHistory(lenderHistory, lender && String(lender.id), lender?.updated_at);
  const submit = () => {
    const found = errorsOf(addLender.body, body, ruleErrors);
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const hasOpen = save.data && save.data.open > 0 && save.data.rules.length > 0;
  return (
    <FormModal
      title={title}
      subtitle={lender && formatCount(lender.open, 'open applicant')}
      size="2xl"
      isDirty={isDirty}
      formRef={form}
      conflict={conflict}
      error={
        save.error && !conflict && messageOf(save.error, 'Couldn’t save the lender. Try again.')
      }
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isBusy: save.isPending }}
      success={
        save.data && {
          text: `${save.data.name} was saved.`,
          details: hasOpen && (
            <p>
              New applicants get their due time by these rules. Open applicants keep theirs until
              you apply the rules.
            </p>
          ),
          again: hasOpen
            ? { label: 'Apply new rules', onClick: () => onApply(save.data.id) }
            : undefined,
        }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        className="sm:max-w-96"
        maxLength={100}
        autoComplete="off"
        autoFocus={!lender}
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <PortfolioFields
        portfolios={draft.portfolios}
        others={others}
        typed={draft.typed}
        error={Object.entries(errors).find(([path]) => path.startsWith('portfolios'))?.[1]}
        onType={(typed) => set({ typed })}
        onChange={(portfolios) => set({ portfolios })}
      />
      <RuleFields
        rules={draft.rules}
        calendars={calendars}
        errors={errors}
        onChange={(rules) => set({ rules })}
      />
      <SwitchField
        label="Print times on reports"
        hint="Each page of a report shows when the applicant was received, when the decision was due and made, and whether it was in time."
        className="sm:max-w-96"
        checked={draft.prints_times}
        onChange={({ target }) => set({ prints_times: target.checked })}
      />
      <SwitchField
        label="Second looks"
        hint="A second reviewer must confirm a positive decision after a serious finding. Second reviewers also check a sample of the other decisions, afterwards."
        className="sm:max-w-96"
        checked={draft.second_looks}
        onChange={({ target }) => set({ second_looks: target.checked })}
      />
      <SwitchField
        label="Print second looks on reports"
        hint="A report says “Reviewed by two people.” if two people reviewed the case."
        className="sm:max-w-96"
        checked={draft.report_second_look}
        onChange={({ target }) => set({ report_second_look: target.checked })}
      />
      <HistorySection events={history} />
    </FormModal>
  );
}
