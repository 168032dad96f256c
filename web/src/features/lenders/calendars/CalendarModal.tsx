import { calendarHistory } from '@doorstep/contract/audit';
import {
  addCalendar,
  type Calendar,
  changeCalendar,
  weekdays,
} from '@doorstep/contract/lenders/calendars';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf, seenVersion } from '../../../lib/api/conflicts.ts';
import { formatCount } from '../../../lib/format.ts';
import { useHistory } from '../../../lib/history/use-history.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { HistorySection } from '../../../ui/page/HistorySection.tsx';
import { calendarsQuery, refetchLenders } from '../lender-queries.ts';
import { errorsOf, useDraft } from '../use-draft.ts';
import { draftOf, newCalendar, readWeek } from './calendar-draft.ts';
import { HolidayFields } from './HolidayFields.tsx';
import { PasteHolidays } from './PasteHolidays.tsx';
import { WeekFields } from './WeekFields.tsx';

interface CalendarModalProps {
  /** The ID of a calendar, or 'new' to add a calendar. */
  id: string;
  onClose: () => void;
}

export default function CalendarModal({ id, onClose }: CalendarModalProps) {
  const isNew = id === 'new';
  const list = useQuery(calendarsQuery);
  const calendar = list.data?.results.find((one) => String(one.id) === id);
  const title = isNew ? 'Add calendar' : 'Edit calendar';
  if (!isNew && !calendar) {
    const gone = list.data && { title: 'This calendar was deleted' };
    return (
      <FormModal
        {...{ title, onClose }}
        failed={gone ?? failedOf(list, 'Couldn’t load the calendar')}
        size="lg"
        isLoading
        submit={{ label: 'Save' }}
        onSubmit={() => {}}
      >
        {null}
      </FormModal>
    );
  }
  return <CalendarForm {...{ title, calendar, onClose }} />;
}

interface CalendarFormProps {
  title: string;
  calendar: Calendar | undefined;
  onClose: () => void;
}

function CalendarForm({ title, calendar: first, onClose }: CalendarFormProps) {
  // The calendar that the form opened with. If the form sent the `updated_at` of a later refetch, the server
  // would overwrite a colleague's change instead of reporting the conflict.
  const [calendar, setCalendar] = useState(first);
  const client = useQueryClient();
  const list = useQuery({ ...calendarsQuery, enabled: false });
  const { draft, set, isDirty, form, errors, setErrors, rebase } = useDraft(
    calendar ? draftOf(calendar) : newCalendar,
  );
  const [pasted, setPasted] = useState('');
  const { week, problems } = readWeek(draft);
  const body = { name: draft.name, week, days: draft.days };
  const save = useMutation({
    mutationFn: () =>
      calendar
        ? call(changeCalendar, {
            params: { id: calendar.id },
            body: { ...body, ...seenVersion(calendar) },
          })
        : call(addCalendar, { body }),
    onSuccess: () => refetchLenders(client),
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const conflict = conflictProps(save, list, ({ results }) => {
    const newer = results.find(({ id }) => id === calendar?.id);
    if (!newer) return;
    setCalendar(newer);
    rebase(draftOf(newer));
  });
  const history = useHistory(
    calendarHistory,
    calendar && String(calendar.id),
    calendar?.updated_at,
  );
  const submit = () => {
    const found = {
      ...errorsOf(addCalendar.body, body, {}),
      ...problems,
      ...(pasted.trim() !== '' && { pasted: 'Add these days or clear the list first.' }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <FormModal
      title={title}
      subtitle={calendar && `Used by ${formatCount(calendar.rules, 'rule')}`}
      size="lg"
      isDirty={isDirty || pasted !== ''}
      formRef={form}
      conflict={conflict}
      error={
        save.error && !conflict && messageOf(save.error, 'Couldn’t save the calendar. Try again.')
      }
      submit={{ label: save.isPending ? 'Saving...' : 'Save', isBusy: save.isPending }}
      success={
        save.data && {
          text: `${save.data.name} was saved.`,
          details: save.data.rules > 0 && (
            <p>
              Open applicants keep their due times. To change them, apply the rules of their lender.
            </p>
          ),
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
        autoFocus={!calendar}
        value={draft.name}
        error={errors.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <WeekFields
        hours={draft}
        errors={errors}
        onChange={(day, text) => set({ [weekdays[day] ?? 'mon']: text })}
      />
      <HolidayFields
        days={draft.days}
        error={Object.entries(errors).find(([path]) => path.startsWith('days'))?.[1]}
        onChange={(days) => set({ days })}
      />
      <PasteHolidays
        text={pasted}
        days={draft.days}
        error={errors.pasted}
        onType={setPasted}
        onAccept={(days) => set({ days })}
      />
      <HistorySection events={history} />
    </FormModal>
  );
}
