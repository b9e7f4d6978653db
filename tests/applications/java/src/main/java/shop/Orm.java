package shop;

import static shop.Place.say;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.LockModeType;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.ConstraintViolationException;

/** Hibernate: tables created from entities, updated and validated; associations, HQL, criteria, optimistic and pessimistic locks. */
public final class Orm {
	enum Kind { SMALL, LARGE }

	@Entity(name = "Customer")
	@Table(name = "orm_customer", indexes = @Index(name = "by_name", columnList = "name"))
	public static class Customer {
		@Id @GeneratedValue(strategy = GenerationType.IDENTITY) Long id;
		@Column(unique = true, nullable = false, length = 120) String email;
		String name;
		@Column(precision = 12, scale = 2) BigDecimal balance;
		@Enumerated(EnumType.STRING) Kind kind;
		LocalDate born;
		LocalDateTime seen;
		Double ratio;
		boolean active;
		byte[] picture;
		@Version int version;
		@OneToMany(mappedBy = "customer", cascade = CascadeType.ALL, orphanRemoval = true) List<Purchase> purchases = new ArrayList<>();
	}

	@Entity(name = "Purchase")
	@Table(name = "orm_purchase")
	public static class Purchase {
		@Id @GeneratedValue(strategy = GenerationType.SEQUENCE) Long id;
		@Column(columnDefinition = "text") String note;
		BigDecimal price;
		@ManyToOne(optional = false) Customer customer;
		@ManyToMany(cascade = CascadeType.PERSIST) Set<Label> labels = new HashSet<>();
	}

	@Entity(name = "Label")
	@Table(name = "orm_label")
	public static class Label {
		@Id String word;
	}

	public static void main(String[] arguments) {
		factory("create").close();
		factory("update").close();
		try (SessionFactory factory = factory("validate")) {
			factory.inTransaction(Orm::fill);
			factory.inTransaction(Orm::read);
			locks(factory);
			try {
				factory.inTransaction(session -> session.persist(customer("ada@x", "again")));
			} catch (ConstraintViolationException error) {
				say("unique", error.getErrorCode() + " " + error.getSQLState());
			}
			factory.inTransaction(session -> session.remove(session.createQuery("from Customer where email = 'ada@x'", Customer.class).getSingleResult()));
			factory.inTransaction(session -> say("left", List.of(session.createQuery("select count(*) from Purchase", Long.class).getSingleResult(), session.createMutationQuery("update Customer set balance = balance * 2 where active = true").executeUpdate(), session.createMutationQuery("delete from Customer c where c.name like 'Customer%'").executeUpdate())));
		}
		SessionFactory last = factory("create-drop");
		last.close();
	}

	private static SessionFactory factory(String schema) {
		return new Configuration()
			.addAnnotatedClass(Customer.class).addAnnotatedClass(Purchase.class).addAnnotatedClass(Label.class)
			.setProperty("hibernate.connection.url", Place.url("useSSL=false&useServerPrepStmts=true"))
			.setProperty("hibernate.connection.username", Place.USER)
			.setProperty("hibernate.connection.password", Place.PASSWORD)
			.setProperty("hibernate.jdbc.batch_size", "10")
			.setProperty("hibernate.hbm2ddl.auto", schema)
			.buildSessionFactory();
	}

	private static Customer customer(String email, String name) {
		Customer customer = new Customer();
		customer.email = email;
		customer.name = name;
		return customer;
	}

	private static void fill(Session session) {
		Customer ada = customer("ada@x", "Ada \uD83C\uDF00");
		ada.balance = new BigDecimal("1234567890.12");
		ada.kind = Kind.LARGE;
		ada.born = LocalDate.of(1815, 12, 10);
		ada.seen = LocalDateTime.of(2020, 2, 29, 23, 59, 59, 123_456_000);
		ada.ratio = 0.1;
		ada.active = true;
		ada.picture = new byte[] {0, -1};
		Label label = new Label();
		label.word = "über";
		for (int at = 0; at < 25; at++) {
			Purchase purchase = new Purchase();
			purchase.customer = ada;
			purchase.note = "note " + at;
			purchase.price = BigDecimal.valueOf(at);
			if (at % 5 == 0) {
				purchase.labels.add(label);
			}
			ada.purchases.add(purchase);
		}
		session.persist(ada);
		for (int at = 0; at < 5; at++) {
			session.persist(customer("c" + at + "@x", "Customer " + at));
		}
	}

	private static void read(Session session) {
		Customer ada = session.createQuery("from Customer c join fetch c.purchases p left join fetch p.labels where c.email = :email", Customer.class).setParameter("email", "ada@x").getSingleResult();
		say("loaded", List.of(ada.name, ada.balance, ada.kind, ada.born, ada.seen, ada.ratio, ada.active, ada.picture.length, ada.purchases.size()));
		say("grouped", session.createQuery("select p.customer.name, count(p), sum(p.price), avg(p.price) from Purchase p group by p.customer.name having count(p) > 1", Object[].class).getResultList().stream().map(List::of).toList());
		say("paged", session.createQuery("select c.email from Customer c where c.email like 'c%' order by c.email desc", String.class).setFirstResult(1).setMaxResults(2).getResultList());
		say("subquery", session.createQuery("select c.name from Customer c where exists (select 1 from Purchase p where p.customer = c and p.price > 20) or c.id in (select max(d.id) from Customer d) order by c.id", String.class).getResultList());
		say("functions", session.createQuery("select upper(concat(c.name, '!')), year(c.born), coalesce(c.ratio, 0), case when c.active = true then 'yes' else 'no' end from Customer c where c.id = 1", Object[].class).getResultList().stream().map(List::of).toList());
		say("native", session.createNativeQuery("select word from orm_label where word in (:words)", String.class).setParameterList("words", List.of("über", "x")).getResultList());
	}

	private static void locks(SessionFactory factory) {
		factory.inTransaction(session -> {
			Customer ada = session.find(Customer.class, 1L, LockModeType.PESSIMISTIC_WRITE);
			ada.balance = BigDecimal.TEN;
		});
		Session late = factory.openSession();
		Customer stale = late.find(Customer.class, 1L);
		factory.inTransaction(session -> session.find(Customer.class, 1L).name = "changed meanwhile");
		try {
			late.beginTransaction();
			stale.name = "too late";
			late.getTransaction().commit();
		} catch (jakarta.persistence.OptimisticLockException error) {
			say("optimistic", "refused");
		} finally {
			late.close();
		}
	}
}
