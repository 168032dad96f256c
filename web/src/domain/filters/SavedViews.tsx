import { deleteView, saveView, type View } from '@doorstep/contract/views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookmarkPlus, X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { viewsQuery } from './views-query.ts';

const pages = { applicants: '/applicants', verifications: '/verification' } as const;

interface SavedViewsProps {
  list: View['list'];
  shown: Record<string, string | boolean | undefined>;
}

export function SavedViews({ list, shown }: SavedViewsProps) {
  const client = useQueryClient();
  const { data = [] } = useQuery(viewsQuery);
  const [isNaming, setNaming] = useState(false);
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteView, { params: { id } }),
    onSettled: () => client.invalidateQueries(viewsQuery),
  });
  const views = data.filter((view) => view.list === list);
  const filter = Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) =>
      // A view has no search text, because the text may be an applicant's name. The view would keep that name
      // after the applicant's data were deleted.
      value && name !== 'search' && name !== 'names' ? [[name, String(value)]] : [],
    ),
  );
  const canSave = Object.keys(filter).length > 0;
  if (views.length === 0 && !canSave) return null;
  return (
    <div className="mb-3 flex flex-col gap-2 border-b border-rule pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {views.length > 0 && (
          <ul aria-label="Saved views" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            {views.map(({ id, name, filter }) => (
              <li key={id} className="flex min-w-0 items-center gap-0.5">
                <Link
                  to={pages[list]}
                  search={filter}
                  activeOptions={{ exact: true, includeSearch: true }}
                  className="min-w-0 truncate font-semibold text-accent underline-offset-2 hover:underline aria-[current=page]:underline"
                >
                  <bdi>{name}</bdi>
                </Link>
                <IconButton
                  icon={X}
                  label={`Delete view ${name}`}
                  tip="Delete view"
                  onClick={() => remove.mutate(id)}
                />
              </li>
            ))}
          </ul>
        )}
        {canSave && !isNaming && (
          <Button size="sm" variant="quiet" onClick={() => setNaming(true)}>
            <BookmarkPlus aria-hidden /> Save view
          </Button>
        )}
      </div>
      {isNaming && canSave && <NameForm view={{ list, filter }} onClose={() => setNaming(false)} />}
      {remove.error && (
        <Notice tone="negative">
          {messageOf(remove.error, 'Couldn’t delete the view. Try again.')}
        </Notice>
      )}
    </div>
  );
}

function NameForm({ view, onClose }: { view: Omit<View, 'id' | 'name'>; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: () => call(saveView, { body: { ...view, name } }),
    onSuccess: () => client.invalidateQueries(viewsQuery),
  });
  const { error } = save;
  const named = error instanceof ApiError ? error.errors?.name?.[0] : undefined;
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // Closes only the form that was sent, and not one that the user opened meanwhile.
        if (!save.isPending) save.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <div className="w-64 max-w-full">
        <TextField
          label="Name of the view"
          isLabelHidden
          placeholder="Name, such as Late in Pune"
          maxLength={60}
          autoComplete="off"
          autoFocus
          value={name}
          error={
            error ? (named ?? messageOf(error, 'Couldn’t save the view. Try again.')) : undefined
          }
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" variant="primary" className="min-h-9" isBusy={save.isPending}>
        Save
      </Button>
      <Button variant="quiet" className="min-h-9" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
