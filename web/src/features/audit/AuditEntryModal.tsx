import { type AuditRecord, describeEvent } from '@doorstep/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../lib/api/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { describeChanges } from '../../lib/history/describe-changes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { Modal, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../ui/dialog/RecordBody.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { auditRecordQuery } from './audit-queries.ts';
import { SubjectLink } from './SubjectLink.tsx';

export default function AuditEntryModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(auditRecordQuery(id));
  return (
    <Modal
      title={data ? describeEvent(data) : 'Audit row'}
      subtitle={data && formatDateTime(data.at)}
      size="lg"
      onClose={onClose}
    >
      <RecordBody
        noun="audit row"
        data={data}
        failure={error && failureOf(error, 'Couldn’t load the audit row')}
        isFetching={isFetching}
        refetch={refetch}
      >
        {(record) => <Details record={record} />}
      </RecordBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Details({ record }: { record: AuditRecord }) {
  return (
    <div className="space-y-6">
      <Section title="Event">
        <DescriptionList
          items={[
            { label: 'Row', value: <CopyableId id={record.id} name="row number" /> },
            { label: 'Time', value: formatDateTime(record.at) },
            { label: 'User', value: <bdi>{record.actor?.name ?? 'No signed-in user'}</bdi> },
            { label: 'Record', value: <SubjectLink entry={record} /> },
            {
              label: 'IP address',
              value: <span className="font-mono">{record.address ?? '-'}</span>,
            },
            {
              label: 'Request ID',
              value: record.request_id && <CopyableId id={record.request_id} name="request id" />,
            },
          ]}
        />
      </Section>
      <Changes record={record} />
      <Section title="Hash chain">
        {record.link ? (
          <DescriptionList
            items={[
              { label: 'Place in the chain', value: record.link.seq },
              {
                label: 'SHA-256',
                value: <span className="font-mono text-sm break-all">{record.link.hash}</span>,
              },
            ]}
          />
        ) : (
          <p className="border-y border-rule py-1.5 text-muted">
            This row is not in the hash chain yet.
          </p>
        )}
      </Section>
    </div>
  );
}

const side = (text: string | undefined) => (text === undefined || text === '-' ? '–' : text);

function Changes({ record: { before, after, people } }: { record: AuditRecord }) {
  const changes = describeChanges(before, after, people);
  if (changes.length === 0) return null;
  if (before === null) {
    const items = changes.map(({ label, after: value }) => ({ label, value }));
    return (
      <Section title="Details">
        <DescriptionList items={items} />
      </Section>
    );
  }
  return (
    <Section title="Changes">
      <table className="w-full table-fixed border-y border-rule text-start">
        <thead className="text-sm text-muted">
          <tr className="*:py-1.5 *:pe-3 *:text-start *:font-semibold">
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr
              key={change.label}
              className="align-top *:border-t *:border-rule *:py-1.5 *:pe-3 *:wrap-anywhere"
            >
              <th scope="row" className="text-start font-normal text-muted">
                {change.label}
              </th>
              <td className="text-muted">
                <bdi>{side(change.before)}</bdi>
              </td>
              <td className="font-semibold">
                <bdi>{side(change.after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
