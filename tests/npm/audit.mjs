// Audits a server by the GraphQL-over-HTTP specification. Prints a JSON line for each audit.
import { auditServer } from "graphql-http";

for (const { id, name, status, reason } of await auditServer({ url: process.argv[2] })) {
  console.log(JSON.stringify({ id, name, status, reason }));
}
