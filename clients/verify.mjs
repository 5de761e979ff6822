// Verifies a game of Kibitz offline: deals follow from seeds, cards from deals, and heads from records.
//
//     node verify.mjs FILE [--seed HEX --player ID]
//
// FILE is a game from `kibitz game export` or *Save* in a replay, or `-` for standard input. With a seed, the program
// also answers whether the game used it. The exit status is 0 if all deals are right, 1 if something is wrong, 2 if
// the file cannot be read, and 3 if all deals that can be checked are right. Whether play followed the rules is not
// judged. docs/deal-v1.md specifies the file and each check, docs/log-v1.md records and proofs; verify.py is the same
// program in Python. Browsers import this one as a module, with the types in verify.d.mts.

// SHA-256 (FIPS 180-4): pages on plain HTTP have no WebCrypto.

const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
// The first 32 bits of a fraction.
const fractionBits = (x) => Math.floor((x % 1) * 2 ** 32);
const INITIAL_HASH = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUND_CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

// Return SHA-256 over bytes.
export function sha256(bytes) {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  const hash = Uint32Array.from(INITIAL_HASH), w = new Uint32Array(64);
  for (let block = 0; block < message.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const x = w[t - 15], y = w[t - 2];
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3), s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      w[t] = t < 16 ? view.getUint32(block + 4 * t) : w[t - 16] + s0 + w[t - 7] + s1;
      const choice = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
      const majority = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      const sum = h + choice + ROUND_CONSTANTS[t] + w[t];
      [a, b, c, d, e, f, g, h] = [(sum + majority) | 0, a, b, c, (d + sum) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  return new Uint8Array(32).map((_, i) => hash[i >> 2] >>> (24 - 8 * (i % 4)));
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => (text.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
const utf8 = (text) => new TextEncoder().encode(text);
const digest = (text) => hex(sha256(utf8(text)));

// Return HMAC-SHA-256; a key has at most 64 bytes.
function hmac(key, message) {
  const pad = (byte) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  return sha256([...pad(0x5c), ...sha256([...pad(0x36), ...message])]);
}

// The formulas of deal/v1. Hashes, links and seeds are texts in hexadecimal.

const LINKS = 256;
const DECK = [...[...'HCSD'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)), 'JOKER'];

// Return the commitment to a player's seed.
export const seedCommitment = (deal, player, seed) => digest(`deal/v1 seed ${deal} ${player} ${seed}`);

// Return the text that decides all deals together with the links.
export function transcript(deal, seats) {
  const parts = seats.map(({ player, commitment, seed }) => `${player} ${commitment ?? '-'} ${seed ?? '-'}`);
  return [`deal/v1 ${deal}`, ...parts.map((part, number) => `${number} ${part}`), ''].join('\n');
}

// Return the hash of the transcript.
export const fingerprint = (deal, seats) => digest(transcript(deal, seats));

// Return the hash of the transcript without the seeds.
export const roll = (deal, seats) => fingerprint(deal, seats.map((seat) => ({ ...seat, seed: null })));

// Return the order of a shuffle: HKDF gives the index of a permutation of the sorted deck.
export function shuffledOrder(fingerprint, link, number, deck) {
  const key = hmac(unhex(fingerprint), unhex(link)), info = utf8(`deal/v1 shuffle ${number}`);
  const first = hmac(key, [...info, 1]);
  let index = BigInt(`0x${hex(first)}${hex(hmac(key, [...first, ...info, 2]))}`);
  const order = [...deck].sort((one, other) => DECK.indexOf(one) - DECK.indexOf(other));
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = Number(index % BigInt(last + 1));
    index /= BigInt(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

// The formulas of log/v1. A head is a text in hexadecimal.

const NO_HEAD = '0'.repeat(64);
// The types of events by a field that not everyone may read in them.
const MARKED = new Map(Object.entries({
  amount: 'BidCommitted',
  cards: 'BlindHandDealt CardsDiscarded CardsDrawn HandDealt HandShown',
  order: 'DeckShuffled',
  salt: 'DeckShuffled',
  secret: 'GameCreated',
}));
const BASE64 = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=', NUMBER = '(0|[1-9][0-9]{0,14})';
// A tlog-proof: index, hashes, and the size and root of its checkpoint.
const PROOF = RegExp(
  `^c2sp\\.org/tlog-proof@v1\n(?:extra [^\n]+\n)?index ${NUMBER}\n((?:${BASE64}\n)*)\n`
  + `[^\n]+\n${NUMBER}\n(${BASE64})\n(?:[^\n]+\n)*\n(?:\u2014 [^\n]+\n)+$`,
);

// Return JSON in the form of RFC 8785, with NaN, which no JSON has, for what no record may contain.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value && typeof value === 'object') {
    return `{${Object.keys(value).sort().map((name) => `${canonical(name)}:${canonical(value[name])}`)}}`;
  }
  const isStrange = typeof value === 'number' ? !Number.isSafeInteger(value) : /\p{Surrogate}/u.test(value);
  return isStrange ? 'NaN' : JSON.stringify(value);
}

// Return the commitment to the value of a marked field.
export const commitment = (salt, field, value) => digest(canonical([salt, field, value]));

// Return the head of a game after a record, given the head before it.
export function headAfter(head, { open, ...rest }) {
  return hex(sha256([2, ...unhex(head + digest(canonical(rest)))]));
}

// Return the root of a tree with a head at an index; null if the proof has another number of hashes. The root and the
// hashes of the proof are in Base64.
export function rootOf(head, index, size, hashes) {
  const sides = [];
  while (size > 1) {
    let split = 1;
    while (split * 2 < size) split *= 2;
    sides.unshift(index >= split);
    [index, size] = index >= split ? [index - split, size - split] : [index, split];
  }
  if (index !== 0 || size !== 1 || hashes.length !== sides.length) return null;
  let root = sha256([0, ...unhex(head)]);
  for (const [place, text] of hashes.entries()) {
    const sibling = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    root = sha256(sides[place] ? [1, ...sibling, ...root] : [1, ...root, ...sibling]);
  }
  return btoa(String.fromCharCode(...root));
}

// The file. A field is checked when it is read: its JSON must match the pattern for its name.

const FORMAT = 'kibitz/game/v1', MAX_BYTES = 64_000_000, MAX_BRACKETS = 200, MAX_SEATS = 100;
const COUNT = '[0-9]{1,9}', HASH = '"[0-9a-f]{64}"', NAME = '"[!#-\\[\\]-~]+"', OBJECT = '\\{.*\\}';
const CARD = '"(JOKER|[A2-9TJQK][HCSD])"';
const listOf = (item) => `\\[(${item}(,${item}){0,99})?\\]`;
const NAMES = {
  [COUNT]: 'dealer first_dealer round rules_version seat shuffle stock version',
  [listOf(COUNT)]: 'hands',
  '[0-9]{1,16}': 'at',
  '"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{1,6})?Z"': 'until',
  [HASH]: 'commitment roll salt seed',
  [`null|${HASH}`]: 'deal fingerprint link',
  [CARD]: 'card',
  [listOf(CARD)]: 'cards order',
  [`null|\\[(null|${HASH}),${listOf(CARD)}\\]`]: 'open.cards',
  [NAME]: 'game player reshuffle type variant',
  [listOf(NAME)]: 'players',
  'null|true|false': 'machine',
  [OBJECT]: 'event options',
  [`null|${OBJECT}`]: 'open',
  [`null|\\{(${NAME}:${HASH}(,${NAME}:${HASH})*)?\\}`]: 'sealed',
};
const PATTERNS = Object.fromEntries(
  Object.entries(NAMES).flatMap(([pattern, names]) => names.split(' ').map((name) => [name, `^(${pattern})$`])),
);

// The file is no game in this format.
class Unreadable extends Error {}

// An object from outside, whose fields are checked when they are read.
class Fields {
  constructor(where, fields, line = '') {
    Object.assign(this, { where, fields, line });
  }

  // Return a field, null where it may be missing; throws Unreadable.
  get(name) {
    const json = JSON.stringify(this.fields[name] ?? null);
    if (!RegExp(PATTERNS[name], 's').test(json)) throw new Unreadable(`${this.where}: ${name} is missing or malformed`);
    return this.fields[name] ?? null;
  }
}

// The contents of a file: each event has `at`, `game`, `version`, and `open.cards`, a salt with cards.
class GameFile {
  constructor(text) {
    Object.assign(this, { events: [], records: [], proofs: [] });
    for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
      const record = parsed(line, `line ${index + 1}`);
      if (index === 0 && (record.fields.format !== FORMAT || text.length > MAX_BYTES)) {
        throw new Unreadable(`line 1: the format is not ${FORMAT}, or the file has more than 64 MB`);
      }
      if (this.proofs.length) throw new Unreadable(`${record.where}: a proof is the last line`);
      if (index > 0) this.add(record);
    }
    if (this.events[0]?.get('type') !== 'GameCreated') throw new Unreadable('line 2: a game begins with GameCreated');
  }

  // Add a record or a proof; pass over another object.
  add(record) {
    if ('event' in record.fields || 'version' in record.fields) {
      const [at, game, version] = ['at', 'game', 'version'].map((name) => record.get(name));
      const cards = record.get('open')?.cards, { events } = this;
      events.push(new Fields(record.where, { ...record.get('event'), at, game, version, 'open.cards': cards }));
      this.records.push(record);
      if (game !== events[0].get('game') || version !== events.length) {
        throw new Unreadable(`${record.where}: version ${events.length} of the game is due here`);
      }
    } else if ('proof' in record.fields) {
      this.proofs.push(record.fields.proof);
    }
  }
}

function parsed(line, where) {
  let record = null;
  try {
    if ((line.match(/[[{]/g) ?? []).length <= MAX_BRACKETS) record = JSON.parse(line);
  } catch { /* It stays null. */ }
  if (record === null || !/^\s*\{/.test(line)) {
    throw new Unreadable(`${where}: this is no JSON object, or it is cut or too large`);
  }
  return new Fields(where, record, line);
}

// The checks.

// The events of deal/v1, by the stage in which they may come.
const STEPS = {
  created: ['GameCreated'],
  lobby: ['PlayerJoined', 'PlayerLeft', 'SeedCommitted', 'SeatsClosed', 'GameStarted'],
  closed: ['SeedRevealed', 'GameStarted'],
  started: ['DeckShuffled', 'DeckRevealed'],
};
// The number of cards by variant and version of its rules, where the places of the cards can be checked.
const DECK_SIZES = { 'hundred-and-ten 1': 53, 'oh-hell 1': 52, 'president 1': 52 };

// A game. Once `take` has checked its steps, all orders are known, and `move` checks the cards. A place in a deck is a
// pair: the number of its shuffle, and the card, null if it is not known.
class Game {
  constructor(created) {
    const variant = `${created.get('variant')} ${created.get('rules_version')}`, isOhHell = variant === 'oh-hell 1';
    const options = new Fields(created.where, created.get('options'));
    Object.assign(this, { stage: 'lobby', until: '', deal: created.get('deal'), fingerprint: null, version: 0 });
    Object.assign(this, { seats: [], shuffles: [], findings: [], unchecked: [], orders: new Map(), variant, isOhHell });
    Object.assign(this, { unproven: [], head: null, stock: [], turnedUp: [], hands: [], newShuffles: [], newest: 0, round: 0 });
    Object.assign(this, { held: new Map(), undealt: new Set(), passed: new Set(), discarded: null });
    this.keepsStock = isOhHell && options.get('reshuffle') === 'mid_deal';
    this.dealer = isOhHell ? options.get('first_dealer') : 0;
  }

  // Note the reason unless a condition holds, also for a shuffle; return the condition.
  require(isRight, reason, number = -1) {
    if (isRight) return true;
    this.findings.push({ version: this.version, reason });
    const shuffle = this.shuffles[number];
    if (shuffle && shuffle.verdict !== 'wrong') Object.assign(shuffle, { verdict: 'wrong', reason });
    return false;
  }

  // Check the next step of deal/v1.
  take(event) {
    const kind = event.get('type'), { deal, seats } = this;
    if (!STEPS[this.stage].includes(kind)) {
      this.require(!Object.values(STEPS).flat().includes(kind), `${kind} comes too early or too late`);
    } else if (kind === 'PlayerJoined') {
      const player = event.get('player'), number = event.get('seat');
      const isPossible = number >= 0 && number <= seats.length && seats.every((seat) => seat.player !== player);
      this.require(isPossible, `${player} has a seat, or takes one behind the next`);
      if (seats.length === MAX_SEATS) throw new Unreadable(`${event.where}: more than ${MAX_SEATS} seats`);
      seats.splice(number, 0, { player, commitment: null, seed: null, machine: event.get('machine') });
    } else if (['PlayerLeft', 'SeedCommitted', 'SeedRevealed'].includes(kind)) {
      this.changeSeat(event, event.get('seat'), event.get('player'));
    } else if (kind === 'SeatsClosed') {
      [this.stage, this.until] = ['closed', event.get('until')];
      this.require(seats.some((seat) => seat.commitment), 'the seats close without a commitment');
      this.require(event.get('roll') === roll(deal ?? '', seats), 'the roll is not that of the seats');
    } else if (kind === 'GameStarted') {
      const at = event.get('at'), microseconds = String(at % 1000).padStart(3, '0');
      const now = new Date(at / 1000).toISOString().slice(0, -1) + microseconds;
      const isLate = this.stage === 'closed' && now >= this.until.slice(0, -1);
      const isComplete = seats.every((seat) => seat.seed || !seat.commitment);
      this.require(isComplete || isLate, 'the game starts without seeds whose time is not over');
      [this.stage, this.fingerprint] = ['started', deal && fingerprint(deal, seats)];
      const isTheirs = String(event.get('players')) === String(seats.map((seat) => seat.player))
        && event.get('fingerprint') === this.fingerprint;
      this.require(isTheirs, 'the players or the fingerprint are not those of the seats');
    } else if (kind === 'DeckShuffled') {
      const number = event.get('shuffle'), due = this.shuffles.length;
      if (!this.require(number === due, `shuffle ${number} comes where shuffle ${due} is due`)) return;
      const commitment = event.get('commitment');
      this.shuffles.push({ number, commitment, verdict: 'sealed', reason: 'not revealed yet' });
    } else if (kind === 'DeckRevealed') {
      this.reveal(event, event.get('shuffle'));
    }
  }

  // Check that a player leaves its own seat, or commits to a seed or reveals it there.
  changeSeat(event, number, player) {
    const seat = this.seats[number], kind = event.get('type');
    if (!this.require(seat?.player === player, `seat ${number} is not that of ${player}`)) return;
    if (kind === 'PlayerLeft') {
      this.seats.splice(number, 1);
    } else if (kind === 'SeedCommitted') {
      seat.commitment = event.get('commitment');
      const isAllowed = this.deal && !seat.machine;
      this.require(isAllowed, 'the game takes no seeds, or a machine player commits to one');
    } else {
      const commitment = seedCommitment(this.deal ?? '', player, event.get('seed'));
      const isRight = seat.seed === null && seat.commitment === commitment;
      this.require(isRight, `${player} reveals a second seed, or another than it committed to`);
      if (isRight) seat.seed = event.get('seed');
    }
  }

  // Check an order against its commitment, the chain of links and the seeds.
  reveal(event, number) {
    const order = event.get('order'), link = event.get('link'), shuffle = this.shuffles[number];
    const isSealed = shuffle?.verdict === 'sealed';
    if (!this.require(isSealed, `shuffle ${number} is revealed again, or was never made`, number)) return;
    Object.assign(shuffle, { verdict: 'committed', reason: 'as committed; the server alone chose it' });
    if (this.deal && number < LINKS) {
      Object.assign(shuffle, { verdict: 'right', reason: "it follows from the seeds and the server's link" });
      let foot = link;
      for (let lower = number; lower >= 0; lower--) foot = digest(`deal/v1 link ${lower} ${foot}`);
      if (this.require(link && foot === this.deal, `the link of shuffle ${number} is false`, number)) {
        const follows = String(order) === String(shuffledOrder(this.fingerprint, link, number, order));
        this.require(follows, `shuffle ${number} does not follow from seeds and link`, number);
      }
    }
    const isCommitted = digest([...order, event.get('salt')].join(' ')) === shuffle.commitment;
    this.require(isCommitted, `shuffle ${number} is not the order that was committed to`, number);
    if (isCommitted) this.orders.set(number, order);
  }

  // Check an event that moves cards.
  move(event) {
    const kind = event.get('type');
    if (kind === 'DeckShuffled') {
      this.newest = event.get('shuffle');
      this.newShuffles.push(this.newest);
    } else if (kind === 'RoundDealt') {
      this.endRound();
      this.dealRound(event.get('round'), event.get('dealer'), event.get('hands'), event.get('stock'));
    } else if (kind === 'TrumpTurned') {
      this.compare([event.get('card')], this.turnedUp, this.newest);
      this.turnedUp = [];
    } else if (kind === 'CardPlayed' || kind === 'CardsPlayed') {
      this.takeFromHand(event.get('seat'), kind === 'CardPlayed' ? [event.get('card')] : event.get('cards'));
    } else if (kind === 'TurnPassed') {
      this.passed.add(event.get('seat'));
    } else if (kind === 'RoundPassedOut') {
      const haveAllPassed = this.passed.size === this.hands.length && this.hands.every((_, seat) => this.passed.has(seat));
      this.require(haveAllPassed, 'a round is passed out without a pass of each seat');
      this.held = new Map();
    } else if (kind === 'GameWon') {
      this.endRound();
      this.require(this.round > 0, 'the game is won, and no cards were dealt');
    } else if (['HandDealt', 'BlindHandDealt', 'HandShown', 'CardsDiscarded', 'CardsDrawn'].includes(kind)) {
      const cards = event.get('open.cards')?.[1] ?? null;
      this.moveCards(kind, event.get('seat'), cards, event.get('shuffle'));
    }
  }

  // Check cards that only some readers know, and put them into a hand or take them from it.
  moveCards(kind, seat, cards, shuffle) {
    const held = this.held.has(seat) ? this.held.get(seat) : [];
    if (kind === 'CardsDiscarded') {
      this.takeFromHand(seat, cards);
      this.discarded = cards && `${seat} ${cards.length}`;
    } else if (kind === 'CardsDrawn') {
      const isDue = cards === null || this.discarded === `${seat} ${cards.length}`;
      this.require(isDue, `seat ${seat} draws another number of cards than it discarded`);
      this.compare(cards, this.stock.slice(0, cards?.length ?? 0), shuffle);
      // How many hidden cards are drawn is unknown, and therefore the places of the next ones.
      this.stock = cards ? this.stock.slice(cards.length) : this.stock.map(() => [this.newest, null]);
      this.held.set(seat, cards && held && [...held, ...cards]);
    } else {
      this.compare(cards, this.hands[seat] ?? [], shuffle);
      if (kind === 'HandShown') return;
      this.require(this.undealt.has(seat), `seat ${seat} is dealt a hand that is not due`);
      this.undealt.delete(seat);
      this.held.set(seat, cards && [...cards]);
    }
  }

  // Check that a seat holds the cards that it plays or discards; a hand may be unknown, which is null.
  takeFromHand(seat, cards) {
    const held = this.held.has(seat) ? this.held.get(seat) : [];
    this.held.set(seat, cards && held);
    if (!cards || !held) return;
    for (const card of cards) {
      if (this.require(held.includes(card), `${card} is not in the hand of seat ${seat}`)) held.splice(held.indexOf(card), 1);
    }
  }

  // Check that all cards of a round are dealt and, but for those left in President, played.
  endRound() {
    const isPlayed = this.variant === 'president 1' || [...this.held.values()].every((held) => !held?.length);
    const isOver = isPlayed && !this.undealt.size && !this.turnedUp.length;
    this.require(isOver, 'a round ends before all its cards are dealt and played');
  }

  // Assign the places in the deck: in runs of five, or one at a time from the dealer's left.
  dealRound(number, dealer, hands, stock) {
    const seats = hands.length, inRuns = this.variant === 'hundred-and-ten 1';
    const count = hands.reduce((sum, each) => sum + each, 0), rest = count + Number(this.isOhHell);
    const isSeats = seats > 0 && seats === this.seats.length;
    if (!this.require(isSeats, 'the hands are not those of the seats')) return;
    // With one shuffle more, or one less, the server would have a choice.
    const due = !this.isOhHell || this.stock.length <= count ? 1 : 0;
    this.require(this.newShuffles.length === due, 'a deck is shuffled too often, or not at all');
    for (const number of this.newShuffles) this.shuffle(number);
    this.hands = hands.map(() => []);
    for (const [index, place] of this.stock.slice(0, count).entries()) {
      this.hands[(inRuns ? Math.floor(index / 5) : index + dealer + 1) % seats].push(place);
    }
    [this.turnedUp, this.stock] = [this.stock.slice(count, rest), this.stock.slice(rest)];
    const isRule = (inRuns ? hands.every((each) => each === 5) : dealer === this.dealer % seats)
      && hands.every((each, seat) => each === this.hands[seat].length) && this.stock.length === stock;
    const size = 10 - Math.abs(9 - number);
    const isSize = this.isOhHell ? hands.every((each) => each === size) : inRuns || (count === 52 && number === 0);
    this.require(isSize && number === this.round, `round ${number} is not due, or has other hands`);
    this.require(isRule, 'the dealer, the hands or the rest of the deck are not as in the rules');
    [this.newShuffles, this.dealer, this.round] = [[], this.dealer + 1, this.round + 1];
    [this.undealt, this.held, this.passed, this.discarded] = [new Set(hands.keys()), new Map(), new Set(), null];
  }

  // Check that the deck held the cards that are due, and put them below those that are kept.
  shuffle(number) {
    const deck = DECK.slice(0, DECK_SIZES[this.variant]), kept = this.keepsStock ? this.stock : [];
    const order = this.orders.get(number) ?? deck.slice(kept.length).map(() => null);
    const cards = [...kept.map(([, card]) => card), ...order];
    const isWhole = cards.includes(null) || String(cards.sort()) === String(deck.sort());
    this.require(isWhole, `shuffle ${number} is not of the cards that the deck held`, number);
    this.stock = [...kept, ...order.map((card) => [number, card])];
  }

  // Check that cards are those of their places in the decks.
  compare(cards, places, shuffle) {
    const isInPlay = shuffle === this.newest || shuffle === places.at(-1)?.[0];
    this.require(isInPlay, `the cards are not from shuffle ${shuffle}`);
    if (cards) {
      const isAll = cards.length === places.length;
      this.require(isAll, `the number of cards is ${cards.length}, not ${places.length}`);
      for (const [i, [number, due]] of places.slice(0, cards.length).entries()) {
        const isRight = due === null || due === cards[i];
        this.require(isRight, `${cards[i]} is dealt where shuffle ${number} has ${due}`, number);
      }
    } else if (this.orders.has(shuffle)) {
      this.unchecked.push(`the cards of version ${this.version}, which are left out`);
    }
  }
  // Check records and the proof of log/v1; note in `unproven` what the program cannot check of them.
  followLog({ events, records, proofs: [proof = null], proofs }) {
    if (!proofs.length && !records.some(({ fields }) => 'sealed' in fields)) {
      this.unproven.push('the records, which are of an earlier release');
      return;
    }
    this.head = NO_HEAD;
    for (const [index, record] of records.entries()) {
      [this.version, this.head] = [record.get('version'), headAfter(this.head, record.fields)];
      const opened = record.get('open') ?? {}, sealed = new Map(Object.entries(record.get('sealed') ?? {}));
      const isKept = ([name, each]) => !['open', 'sealed'].includes(name) || Object.keys(each ?? {}).length;
      const form = canonical(Object.fromEntries(Object.entries(record.fields).filter(isKept)));
      this.require(form === record.line, 'the record is not in its canonical form');
      const kind = events[index].get('type'), isMarked = (name) => MARKED.get(name)?.split(' ').includes(kind);
      const isClear = Object.keys(record.get('event')).some((name) => sealed.has(name) || isMarked(name));
      this.require(!isClear, 'the event has a field that is sealed');
      const isRight = Object.entries(opened).every(([name, pair]) => isCommitted(name, pair, sealed));
      this.require(isRight, 'an opened field does not match its commitment');
    }
    if (!proofs.length) {
      this.unproven.push('that the log has the game, because the file has no proof');
      return;
    }
    const found = typeof proof === 'string' && PROOF.exec(proof);
    if (!this.require(found, 'the proof is cut or malformed')) return;
    const [, index, hashes, size, root] = found;
    const isRight = rootOf(this.head, Number(index), Number(size), hashes.split('\n').slice(0, -1)) === root;
    if (this.require(isRight, 'the proof does not lead from the last record to the checkpoint')) {
      this.unproven.push('the signature of the checkpoint, which `kibitz game verify` checks');
    }
  }
}

// Return whether a pair is salt and value of a field's commitment.
function isCommitted(name, pair, sealed) {
  const isPair = Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string';
  return isPair && commitment(pair[0], name, pair[1]) === sealed.get(name);
}

// The report.

// Return a report on a game, and on whether it used a player's seed; never throws.
export function verify(text, { seed = null, player = null } = {}) {
  const report = { status: 2, game: null, seats: [], fingerprint: null, shuffles: [], head: null };
  Object.assign(report, { unchecked: [], unproven: [], seed: null });
  try {
    const file = new GameFile(text), game = new Game(file.events[0]);
    check(game, file);
    const { fingerprint, shuffles, head, findings, unchecked, unproven } = game;
    if (seed !== null) report.seed = useOfSeed(game, new Fields('the question', { seed, player }));
    report.status = findings.length || report.seed?.used === false ? 1 : unchecked.length ? 3 : 0;
    report.seats = game.seats.map((each, seat) => (
      { seat, player: each.player, committed: each.commitment !== null, opened: each.seed !== null }));
    return { ...report, game: file.events[0].get('game'), fingerprint, shuffles, head, findings, unchecked, unproven };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...report, findings: [{ version: null, reason: error.message }] };
  }
}

// Return whether a game used a player's seed: null before the start.
function useOfSeed({ seats, deal, stage }, question) {
  const player = question.get('player'), seed = question.get('seed');
  if (stage !== 'started') return { used: null, reason: 'the game has not started' };
  const commitment = seedCommitment(deal ?? '', player, seed);
  const seat = seats.find((each) => each.player === player && each.commitment === commitment);
  if (!seat) return { used: false, reason: 'the player has no seat, or did not commit to it' };
  const used = seat.seed !== null;
  return { used, reason: used ? 'the player revealed it' : 'the player did not reveal it' };
}

// Carry out all checks.
function check(game, file) {
  const { events } = file;
  const isKnown = Object.hasOwn(DECK_SIZES, game.variant);
  for (const step of isKnown ? ['take', 'move'] : ['take']) {
    for (const event of events.slice(1)) {
      game.version = event.get('version');
      game[step](event);
    }
  }
  const verdicts = game.shuffles.map(({ verdict }) => verdict);
  const isOver = events.some((event) => ['GameWon', 'GameClosed'].includes(event.get('type')));
  game.require(!isOver || !verdicts.includes('sealed'), 'the game is over, and a shuffle is not revealed');
  const gaps = {
    'the deals, because the game has not started': game.stage !== 'started',
    'the shuffles that are not revealed yet': verdicts.includes('sealed'),
    'the end of the game, which is not in the file': game.stage === 'started' && !isOver,
    'the origin of the orders that the server alone chose': verdicts.includes('committed'),
    'the places of the cards, because this program does not know the game': !isKnown,
  };
  game.unchecked.push(...Object.keys(gaps).filter((gap) => gaps[gap]));
  game.followLog(file);
  game.findings.sort((one, other) => one.version - other.version);
}

// Return the lines of a report for a person.
export function describe({ status, seats, fingerprint, shuffles, head, findings, unchecked, unproven, seed }) {
  const parts = ['added no seed', 'committed to a seed and did not reveal it', 'added a seed'];
  const lines = seats.map((each) => `Seat ${each.seat}, ${each.player}: ${parts[each.committed + each.opened]}`);
  if (fingerprint !== null) {
    lines.push(`Fingerprint: ${fingerprint}`);
    if (!seats.some(({ opened }) => opened)) lines.push('No seat added a seed, so the server alone chose the orders');
  }
  const texts = shuffles.map(({ verdict, reason }) => `${verdict}: ${reason}`);
  for (let first = 0, next; first < texts.length; first = next) {
    for (next = first + 1; texts[next] === texts[first];) next++;
    lines.push(`${next === first + 1 ? `Shuffle ${first}` : `Shuffles ${first} to ${next - 1}`}: ${texts[first]}`);
  }
  if (head !== null) lines.push(`Head: ${head}`);
  for (const { version, reason } of findings) lines.push(version === null ? reason : `Version ${version}: ${reason}`);
  for (const gap of [...unchecked, ...unproven]) lines.push(`Not checked: ${gap}`);
  if (seed) lines.push(`Seed used: ${seed.used ? 'yes' : 'no'}: ${seed.reason}`);
  const ends = ['All deals are right.', 'WRONG.', 'The file cannot be read.', 'All deals that can be checked are right.'];
  return [...lines, ends[status]];
}

// Verify the file of the command line.
async function main(process, fs, { parseArgs }) {
  const options = { seed: { type: 'string' }, player: { type: 'string' } };
  const { values, positionals: [path, ...more] } = parseArgs({ options, allowPositionals: true });
  if (path === undefined || more.length) throw new Error('usage: node verify.mjs FILE [--seed HEX --player ID]');
  if ((values.seed === undefined) !== (values.player === undefined)) {
    throw new Error('--seed and --player go together: a seed is that of a player');
  }
  const chunks = await (path === '-' ? process.stdin : fs.createReadStream(path, { end: MAX_BYTES })).toArray();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const report = verify(decoder.decode(await new Blob(chunks).arrayBuffer()), values);
  process.stdout.write(`${describe(report).join('\n')}\n`);
  process.exitCode = report.status;
}

const { process } = globalThis;
if (process?.versions?.node && process.argv[1]) {
  // Not literals, so that browsers' tools do not look for Node's modules.
  const [fs, url, util] = await Promise.all(['fs', 'url', 'util'].map((name) => import(`node:${name}`)));
  if (url.pathToFileURL(fs.realpathSync(process.argv[1])).href === import.meta.url) {
    await main(process, fs, util).catch((error) => {
      process.stderr.write(`verify.mjs: error: ${error.message}\n`);
      process.exitCode = 2;
    });
  }
}
