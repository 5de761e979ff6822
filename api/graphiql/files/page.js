// Shows GraphiQL for the server that this page comes from; subscriptions go over a WebSocket.
const url = new URL("/graphql", location.href);
const socket = new URL(url);
socket.protocol = url.protocol.replace("http", "ws");

const query = `# Sign in as a guest, and send the token from then on, under "Headers" below:
# {"Authorization": "Bearer TOKEN"}
mutation SignIn {
  signIn(input: { name: "Anna" }) {
    ... on SignInAccepted { token player { id name } }
    ... on Refusal { code message }
  }
}
`;

// GraphiQL hands over the headers of the request; a socket takes them when it is opened.
const subscribe = GraphiQL.createFetcher({
  url: url.href,
  wsClient: graphqlWs.createClient({ url: socket.href, connectionParams: () => headers }),
});
let headers = {};
const fetcher = (asked, options) => {
  headers = options?.headers ?? {};
  return subscribe(asked, options);
};

ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: query }),
);
